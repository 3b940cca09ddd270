// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to the server. What changes something and got no answer is sent again with the same key, after a reload of the page too:
// the server carries it out once.
const PREFIX = '/api/v1';
const KEPT = 'requests';

// A refusal of the server (RFC 9457).
export class Problem extends Error {
  constructor(status, content, wait) {
    super(content?.title ?? `HTTP ${status}`);
    this.status = status;
    this.word = content?.word ?? 'unknown';
    this.rule = content?.rule;
    this.fields = content?.fields ?? [];
    // Seconds until it is worth to ask again.
    this.wait = wait;
  }
}

// There was no answer.
export class Unreached extends Error {}

// Whether the server answers: what was heard last. `listener` is told 'here', 'gone' or 'busy'.
export const line = {
  state: 'here',
  listener: () => {},
  set(state) {
    if (state === this.state) return;
    this.state = state;
    this.listener(state);
  },
};

// The server's time, by a clock of the browser that nobody sets.
export const clock = {
  offset: Date.now() - performance.now(),
  set(text) { this.offset = Date.parse(text) - performance.now(); },
  // Milliseconds since 1970.
  now() { return this.offset + performance.now(); },
  secondsUntil(text) { return (Date.parse(text) - this.now()) / 1000; },
};

// The key of a device that stands in a store, which has no session; undefined for people.
export const device = { key: undefined };

function pause(milliseconds) {
  return new Promise(resolve => {
    const end = () => { clearTimeout(timer); removeEventListener('online', end); resolve(); };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}

// Waits before the next attempt: 1 s, 2 s, 4 s, then 8 s, or until the browser is online again.
export function pauseAfter(attempts) { return pause(1000 * 2 ** Math.min(attempts - 1, 3)); }

async function once(method, path, body, headers = {}, patience = 0) {
  const sent = device.key ? { Authorization: `Device ${device.key}`, ...headers } : { ...headers };
  if (body !== undefined) sent['Content-Type'] = 'application/json';
  let answer, text;
  try {
    answer = await fetch(PREFIX + path, {
      method, headers: sent, cache: 'no-store', signal: AbortSignal.timeout(patience || 20_000),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await answer.text();
  } catch (error) {
    // Nothing has happened for so long.
    if (patience && error.name === 'TimeoutError') return { content: null };
    line.set('gone');
    throw new Unreached();
  }
  let content = null;
  try {
    content = text ? JSON.parse(text) : null;
  } catch {
    // Something between the two has answered.
  }
  if (answer.ok) {
    line.set('here');
    return { status: answer.status, content };
  }
  const problem = new Problem(answer.status, content, Number(answer.headers.get('retry-after')) || 0);
  line.set(isBusy(problem) ? 'busy' : 'here');
  throw problem;
}

// The server may do it later. What could not be stored is told to the person, who decides.
function isBusy(problem) { return [429, 503, 504].includes(problem.status) && !['notStored', 'backOff', 'tooSoon', 'tooManyCodes'].includes(problem.word); }

export async function get(path, headers) { return (await once('GET', path, undefined, headers)).content; }

// Asks for what the server holds back until there is something to tell; null when there was nothing for half a minute.
export async function wait(path) { return (await once('GET', path, undefined, {}, 30_000)).content; }

// Sends until there is an answer.
async function insist(method, path, body, headers) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(method, path, body, headers);
    } catch (error) {
      if (error instanceof Unreached) {
        await pauseAfter(attempt);
      } else if (error.word === 'underWay' || isBusy(error) && attempt < 6) {
        await pause(1000 * (error.wait || 1));
      } else {
        error.attempts = attempt;
        throw error;
      }
    }
  }
}

// A change that may be made twice: the second time it is done already, or refused.
export async function change(method, path, body) {
  try {
    return (await insist(method, path, body)).content;
  } catch (error) {
    // The first one was carried out, but its answer did not come.
    if (method === 'DELETE' && error.attempts > 1 && [404, 409].includes(error.status)) return null;
    throw error;
  }
}

// One attempt: what nobody wants to happen later.
export async function attempt(method, path, body) { return (await once(method, path, body)).content; }

function kept() { return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'); }
function keep(requests) {
  if (requests.length) sessionStorage.setItem(KEPT, JSON.stringify(requests));
  else sessionStorage.removeItem(KEPT);
}

async function carry(request) {
  try {
    return await insist('POST', request.path, request.body, { 'Idempotency-Key': request.key });
  } finally {
    keep(kept().filter(other => other.key !== request.key));
  }
}

// Something that is done once. `isSecret` is for passwords, which no storage of the browser gets.
export async function post(path, body, { isSecret = false } = {}) {
  const request = { key: crypto.randomUUID(), path, body };
  if (!isSecret) keep([...kept(), request]);
  return carry(request);
}

// Sends what had no answer before the page was loaded, in its order; tells of answers and refusals.
export async function resume(refused, answered = () => {}) {
  for (const request of kept()) {
    try {
      answered(request, (await carry(request)).content);
    } catch (error) {
      refused(error);
    }
  }
}

// Requests belong to the person who made them.
export function forgetRequests() { keep([]); }
