// The server's operations. A fault that it tells comes out as a Fault; everything else went wrong on the way.

export class Fault extends Error {
  constructor({ code, message, field, position }) {
    super(message);
    Object.assign(this, { code, field, position });
  }
}

let key = null;
let askForKey = async () => null;

export function onKey(ask) {
  askForKey = ask;
}

async function answered(path, body) {
  const headers = {};
  if (key) headers.authorization = `Bearer ${key}`;
  const given = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, { ...given, headers });
  if (response.status === 401) {
    key = await askForKey();
    if (key) return answered(path, body);
  }
  return response.json();
}

function result(answer) {
  if (answer.error) throw new Fault(answer.error);
  return answer.result;
}

export async function games() {
  const answer = await answered("/v1/games");
  if (answer.error) throw new Fault(answer.error);
  return answer.games;
}

export async function ask(game, op, fields) {
  return result(await answered(`/v1/${game}/${op}`, fields));
}

// The results of many requests, with the Fault in the place of one that failed.
export async function askMany(requests) {
  if (requests.length === 0) return [];
  const answers = await answered("/v1/batch", requests);
  if (answers.error) throw new Fault(answers.error);
  return answers.map((answer) => (answer.error ? new Fault(answer.error) : answer.result));
}
