import { spawnSync } from "node:child_process";

/**
 * A program that runs one command with its streams on /dev/null, waits with `wait4`, and writes one line: user and system
 * time, peak memory, wall time and wait status, or `error TEXT` when the command cannot be started.
 */
export interface Launcher {
  /** What the report calls it. */
  readonly name: string;
  readonly program: string;
  /** Go before the words of the command. */
  readonly arguments: readonly string[];
  /** What one unit of the kernel's `ru_maxrss` is, in bytes. */
  readonly memoryUnit: number;
}

/**
 * perl has `syscall` in its core and is on every Debian (perl-base is essential), and it adds only about 4 MiB to what the
 * forked child starts from. No module is used: perl-base has no Time::HiRes.
 */
const perlSource = String.raw`
use strict; use warnings;
my $wait4 = shift() + 0;
my $clock_gettime = shift() + 0;
my $monotonic = 1;
sub now {
  my $time = "\0" x 16;
  syscall($clock_gettime, $monotonic, $time) == 0 or die "clock_gettime: $!";
  my ($seconds, $nanoseconds) = unpack("q q", $time);
  return $seconds * 1e6 + $nanoseconds / 1e3;
}
open(my $report, ">&", \*STDOUT) or die "dup: $!";
my $start = now();
my $pid = fork();
defined $pid or die "fork: $!";
if ($pid == 0) {
  open(STDOUT, ">", "/dev/null") or die "/dev/null: $!";
  open(STDERR, ">", "/dev/null") or die "/dev/null: $!";
  exec { $ARGV[0] } @ARGV or syswrite($report, "error $!\n");
  exit 127;
}
my ($status, $usage, $waited) = ("\0" x 8, "\0" x 512, -1);
do { $waited = syscall($wait4, $pid + 0, $status, 0, $usage) } while ($waited == -1 && $!{EINTR});
$waited == $pid or die "wait4: $!";
my $wall = now() - $start;
my ($user_s, $user_us, $system_s, $system_us, $peak) = unpack("q q q q q", $usage);
syswrite($report, sprintf("%d %d %d %d %d\n",
  $user_s * 1e6 + $user_us, $system_s * 1e6 + $system_us, $peak, $wall, unpack("i", $status)));
`;

const pythonSource = `
import os, sys, time
report = os.dup(1)
start = time.monotonic()
pid = os.fork()
if pid == 0:
    nothing = os.open("/dev/null", os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    try:
        os.execvp(sys.argv[1], sys.argv[1:])
    except OSError as error:
        os.write(report, f"error {error.strerror}\\n".encode())
    os._exit(127)
_, status, usage = os.wait4(pid, 0)
wall = time.monotonic() - start
line = [usage.ru_utime * 1e6, usage.ru_stime * 1e6, usage.ru_maxrss, wall * 1e6, status]
os.write(report, (" ".join(str(round(value)) for value in line) + "\\n").encode())
`;

/** Numbers of the system calls `wait4` and `clock_gettime` where the perl source knows the layout of their structures. */
const linuxCalls: Readonly<Record<string, readonly [wait4: string, clockGettime: string]>> = {
  x64: ["61", "228"],
  arm64: ["260", "113"],
};

/** The launchers that may work on this kind of machine, the better one first. */
export function launchersFor(platform: string, architecture: string): readonly Launcher[] {
  const python: Launcher = {
    name: "python3 wait4",
    program: "python3",
    arguments: ["-I", "-S", "-c", pythonSource],
    memoryUnit: platform === "darwin" ? 1 : 1024,
  };
  const calls = platform === "linux" ? linuxCalls[architecture] : undefined;
  if (!calls) return platform === "win32" ? [] : [python];
  const perl: Launcher = {
    name: "perl wait4",
    program: "perl",
    arguments: ["-e", perlSource, ...calls],
    memoryUnit: 1024,
  };
  return [perl, python];
}

/** The first launcher that can measure `true` on this machine. Throws when there is none. */
export function findLauncher(launchers: readonly Launcher[]): Launcher {
  const found = launchers.find((launcher) => {
    const trial = spawnSync(launcher.program, [...launcher.arguments, "true"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /^\d+ \d+ \d+ \d+ 0\n$/.test(trial.stdout ?? "");
  });
  if (found) return found;
  throw new Error(
    "cannot measure on this machine: neither perl (Linux on x64 or arm64) nor python3 could run `true` " +
      "and wait for it with wait4. Install python3, or perl-base on Debian.",
  );
}
