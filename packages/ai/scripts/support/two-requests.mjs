// Two requests over one connection with nothing but Node's own client: what no turn with a tool call can cost less than.
// Usage: node two-requests.mjs URL
const http = process.getBuiltinModule("node:http");

const agent = new http.Agent({ keepAlive: true });

/** @param {string} body @returns {Promise<string>} */
function post(body) {
  return new Promise((resolve, reject) => {
    const url = new URL("/v1/messages", process.argv[2]);
    const headers = { "content-type": "application/json" };
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve(text));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const called = await post('{"messages":[]}');
const answered = await post('{"messages":["tool_result"]}');
process.stdout.write(`${called.length + answered.length}\n`);
