import type { RpcClient } from "@tau-ts/tui";

/** Every command that waits for nothing, in an order in which none spoils the next. */
export function quickCommands(
  client: RpcClient,
): readonly (readonly [name: string, perform: () => Promise<unknown>])[] {
  return [
    ["get_state", () => client.request("get_state", {})],
    ["get_messages", () => client.request("get_messages", {})],
    ["get_entries", () => client.request("get_entries", {})],
    ["get_tree", () => client.request("get_tree", {})],
    ["get_session_stats", () => client.request("get_session_stats", {})],
    ["get_last_assistant_text", () => client.request("get_last_assistant_text", {})],
    ["get_fork_messages", () => client.request("get_fork_messages", {})],
    ["get_commands", () => client.request("get_commands", {})],
    ["get_open_sessions", () => client.request("get_open_sessions", {})],
    ["get_available_models", () => client.request("get_available_models", {})],
    ["get_available_thinking_levels", () => client.request("get_available_thinking_levels", {})],
    ["set_thinking_level", () => client.request("set_thinking_level", { level: "low" })],
    ["cycle_thinking_level", () => client.request("cycle_thinking_level", {})],
    ["cycle_model", () => client.request("cycle_model", {})],
    ["set_steering_mode", () => client.request("set_steering_mode", { mode: "all" })],
    ["set_follow_up_mode", () => client.request("set_follow_up_mode", { mode: "all" })],
    ["set_auto_compaction", () => client.request("set_auto_compaction", { enabled: true })],
    ["set_auto_retry", () => client.request("set_auto_retry", { enabled: true })],
    ["abort_retry", () => client.request("abort_retry", {})],
    ["set_session_name", () => client.request("set_session_name", { name: "a name" })],
    ["set_permission_mode", () => client.request("set_permission_mode", { mode: "full" })],
    ["steer", () => client.request("steer", { message: "left" })],
    ["follow_up", () => client.request("follow_up", { message: "then" })],
    ["clear_queue", () => client.request("clear_queue", {})],
    ["export_html", () => client.request("export_html", { outputPath: "out.html" })],
  ];
}
