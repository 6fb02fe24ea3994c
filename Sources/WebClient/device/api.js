// The server's API, /api/v1: questions that are answered once, beside the line that a game has.
// Every write may be sent again, so whatever is lost on the way is sent again.

const ROOT = '/api/v1';
/** An answer that hasn't come by then is as good as lost; nobody waits longer to ask again. */
const PATIENCE_MILLISECONDS = 10_000;
/** So long a question waits before it is asked once more, and then again. */
const AGAIN_MILLISECONDS = [600, 2_000];
/** What a proxy or a server says that is only just starting. */
const PASSING_STATUSES = [502, 503, 504];

/**
 * Why something wasn't done: by a `name` of the server's, or `offline` (there is no signal) or
 * `lost` (no answer came). `message` is the server's sentence, '' for those two.
 */
export class Problem extends Error {
  /**
   * @param {string} name
   * @param {{detail?: string, status?: number, field?: string, retry_ms?: number}} [more]
   */
  constructor(name, more = {}) {
    super(more.detail ?? '');
    this.name = name;
    this.status = more.status ?? 0;
    /** The part of what was sent that it is about. */
    this.field = more.field ?? null;
    /** When the same may be tried again. */
    this.waitMilliseconds = more.retry_ms ?? null;
  }
}

/**
 * @typedef {{token?: string | null, body?: Object<string, any>, tag?: string | null,
 *   ifMatch?: string | null, isBlob?: boolean, text?: string}} Question `token`: whose it is; `tag`:
 *   of what is known already; `isBlob`: the answer is a file; `text`: the body, beside the API
 * @typedef {{status: number, value: any, tag: string | null}} Answer
 */

/**
 * Asks once.
 *
 * @param {string} method
 * @param {string} path
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
async function askOnce(method, path, { token, body, tag, ifMatch, isBlob = false, text }) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(text && { 'Content-Type': 'text/plain' }),
    ...(tag && { 'If-None-Match': tag }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    'Accept-Language': document.documentElement.lang,
  };
  const controller = new AbortController();
  const alarm = setTimeout(() => controller.abort(), PATIENCE_MILLISECONDS);
  try {
    const answer = await fetch((text ? '' : ROOT) + path, {
      method,
      headers,
      body: text ?? (body && JSON.stringify(body)),
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    });
    const { status } = answer;
    const isFound = status < 400;
    const read = isFound && isBlob ? answer.blob() : answer.text().then(valueOf);
    const value = await read;
    if (!isFound) throw problemOf(status, value, answer.headers.get('Retry-After'));
    return { status, value, tag: answer.headers.get('ETag') };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(navigator.onLine ? 'lost' : 'offline');
  } finally {
    clearTimeout(alarm);
  }
}

/** @param {string} text */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {number} status
 * @param {any} value
 * @param {string | null} seconds
 */
function problemOf(status, value, seconds) {
  const retry_ms = value?.retry_ms ?? (seconds ? Number(seconds) * 1_000 : undefined);
  // A proxy has its own pages.
  if (typeof value?.name !== 'string') return new Problem('lost', { status, retry_ms });
  return new Problem(value.name, { ...value, status, retry_ms });
}

/** @param {Problem} problem */
const passes = ({ name, status }) => name === 'lost' || PASSING_STATUSES.includes(status);

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks, again if no answer comes; without signal that is said at once.
 *
 * @param {string} method
 * @param {string} path behind /api/v1, with what is variable in it encoded
 * @param {Question} [question]
 * @returns {Promise<Answer>} `value` is null where the server has nothing to say, or nothing new
 * @throws {Problem}
 */
export async function ask(method, path, question = {}) {
  for (const pause of AGAIN_MILLISECONDS) {
    if (!navigator.onLine) throw new Problem('offline');
    try {
      return await askOnce(method, path, question);
    } catch (error) {
      const problem = /** @type {Problem} */ (error);
      const milliseconds = problem.waitMilliseconds ?? pause;
      if (!passes(problem) || milliseconds > PATIENCE_MILLISECONDS) throw problem;
      await wait(milliseconds);
    }
  }
  return askOnce(method, path, question);
}
