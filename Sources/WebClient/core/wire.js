// Messages to text and back: Protocol.md §5 and §6. Fields keep the names they have there.

import { NO_EPOCH } from './kind.js';
import { joinCode } from './join-code.js';
import { Raw, parseObject, write } from './json.js';
import { DocumentLimits, WireLimits } from './limits.js';
import * as read from './readers.js';
import { refusalOf } from './refusal.js';

const { array, bits16, bits32, bool, checked, count, identifier, optional, or, text, time } = read;

/**
 * @typedef {{person: string, token: string, account?: string, pass?: string}} Credentials `account`
 *   and `pass`: by which the token may act as a person that isn't its own
 * @typedef {{epoch: string, seq: number, hash?: string}} Position in a lobby's log; `hash`
 *   proves that the server has told it
 * @typedef {{create: string} | {code: string} | {lobby: string, invitation: string} |
 *   {lobby: string, watch: string} | {lobby: string, ticket: string | null}} Entry how one gets
 *   in; `create` is the lobby's id
 * @typedef {{client: string, kind?: string, credentials: Credentials, rid: string, entry: Entry,
 *   as: 'player' | 'spectator' | null, name: string | null, knock?: boolean}} Identity what `hello`
 *   begins with; `kind`: of the document, none for a game; `knock`: one asks to be let in, if need
 *   be
 * @typedef {{code: number, name: string, text: string, retry: boolean,
 *   retry_ms: number | null}} Notice an `error` of the server
 * @typedef {{type: string, [field: string]: any}} Message
 */

/** @type {Position} */
export const NOWHERE = Object.freeze({ epoch: NO_EPOCH, seq: 0 });

const ADMISSIONS = ['member', 'spectator', 'creator', 'outsider'];

const refused = (value) =>
  array(value, DocumentLimits.refusalsKeptMax).map(([n, code]) => [count(n), refusalOf(bits16(code))]);

const events = (value) => array(value, WireLimits.eventsPerMessageMax);

/** The fields of each message of a server but `presence`, and how each is read. */
const MESSAGES = {
  welcome: {
    as: (value) => checked(value, ADMISSIONS.includes(value)),
    member: optional(bits16),
    person: identifier,
    lobby: identifier,
    ticket: optional(identifier),
    epoch: read.epoch,
    top: count,
    last_n: count,
    last_f: bits32,
    refused: or([], refused),
    now: time,
    kept_days: optional(count),
  },
  snapshot: { epoch: read.epoch, s: count, h: read.proof, lobby: (value) => value },
  events: { s: count, h: read.proof, e: events },
  history: { s: count, e: events, top: count },
  ack: { n: count, s: count },
  reject: { n: count, code: bits16 },
  gap: { expect: count },
  moved: { url: text },
  draining: { in_ms: time },
  pong: { t: time, now: time },
  error: {
    code: bits16,
    name: text,
    text: or('', text),
    retry: or(false, bool),
    retry_ms: optional(time),
  },
};

/**
 * Reads what a server sends: the fields of Protocol.md; absent ones are null. `lobby` of a
 * `snapshot` is a state, `e` changes, and a `reject` has its `refusal`.
 *
 * @param {string} json
 * @param {import('./kind.js').Kind<any>} kind of the document
 * @returns {Message | null} null if this version doesn't know its type
 * @throws {WireError}
 */
export function decodeServerMessage(json, { presence, stateFrom, changeFrom }) {
  checked(json, json.length <= WireLimits.serverMessageBytesMax);
  const { fields } = parseObject(json);
  const type = text(fields.type);
  const readers = { ...MESSAGES, presence };
  if (!Object.hasOwn(readers, type)) return null;
  /** @type {Message} */
  const message = { type };
  for (const [name, reader] of Object.entries(readers[type])) message[name] = reader(fields[name]);
  const { as, member, epoch, s: seq, lobby, e: changes } = message;
  if (type === 'welcome') checked(member, (as === 'member') <= (member !== null));
  if (type === 'snapshot') message.lobby = stateFrom(lobby, epoch, seq);
  if (changes) message.e = changes.map((change, place) => changeFrom(change, seq + place));
  if (type === 'reject') message.refusal = refusalOf(message.code);
  return message;
}

// A client's messages.

function entryFields(entry) {
  if ('create' in entry) return { lobby: entry.create, create: true };
  if ('code' in entry) return { code: entry.code };
  if ('invitation' in entry) return { lobby: entry.lobby, invitation: entry.invitation };
  if ('watch' in entry) return { lobby: entry.lobby, watch: entry.watch };
  return { lobby: entry.lobby, ticket: entry.ticket ?? undefined };
}

/** The fields of a `hello`, but for its type. */
export function helloFields(identity, position = NOWHERE, n = 0, heard = 0) {
  return {
    v: WireLimits.protocolVersion,
    client: identity.client,
    kind: identity.kind,
    ...identity.credentials,
    rid: identity.rid,
    ...entryFields(identity.entry),
    as: identity.as ?? undefined,
    name: identity.name ?? undefined,
    knock: identity.knock || undefined,
    ...(position.epoch === NO_EPOCH ? {} : position),
    n,
    heard: heard || undefined,
  };
}

/**
 * @param {Identity} identity
 * @param {Position} position
 * @param {number} n the highest op number
 * @param {number} heard the highest number of an op that is known to be refused
 */
export const encodeHello = (identity, position, n, heard) =>
  write({ type: 'hello', ...helloFields(identity, position, n, heard) });

/** A message of ops, which are sent byte for byte. */
export const encodeOps = (ops) =>
  write({ type: 'op', ops: ops.map((op) => new Raw(op)) });

export const encodeHistory = (after) => write({ type: 'history', after });

export const encodePing = (t) => write({ type: 'ping', t });
export const BYE = write({ type: 'bye' });

/** @returns {Credentials} */
function credentialsFrom(fields) {
  const [account, pass] = [fields.account, fields.pass].map(optional(identifier));
  return {
    person: identifier(fields.person),
    token: read.hexadecimal(fields.token, 64),
    ...(account && pass && { account, pass }),
  };
}

/**
 * From the fields of a `hello`.
 *
 * @returns {Identity}
 */
export function identityFrom(fields) {
  const lobby = () => identifier(fields.lobby);
  let entry;
  if (fields.code != null) entry = { code: joinCode(text(fields.code)) ?? '' };
  else if (fields.create === true) entry = { create: lobby() };
  else if (fields.invitation != null) {
    entry = { lobby: lobby(), invitation: identifier(fields.invitation) };
  } else if (fields.watch != null) {
    entry = { lobby: lobby(), watch: identifier(fields.watch) };
  } else entry = { lobby: lobby(), ticket: optional(identifier)(fields.ticket) };
  checked(fields.as, [null, 'player', 'spectator'].includes(fields.as ?? null));
  return {
    client: or('', text)(fields.client),
    credentials: credentialsFrom(fields),
    rid: identifier(fields.rid),
    entry,
    as: fields.as ?? null,
    name: optional(text)(fields.name),
    ...(fields.kind != null && fields.kind !== 'game' && { kind: text(fields.kind) }),
    ...(or(false, bool)(fields.knock) && { knock: true }),
  };
}
