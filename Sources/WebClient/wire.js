// Messages to text and back: Protocol.md §5 and §6. What a server sends is checked here, once and
// for all.

import { Raw, WireError, fingerprint, parseObject, write } from './json.js';
import { LobbyLimits, WireLimits } from './limits.js';
import { NO_EPOCH } from './lobby.js';
import { refusalOf } from './refusal.js';
import {
  array,
  bool,
  count,
  decodeChange,
  epochOf,
  expect,
  hash32,
  hexadecimal,
  identifier,
  integer,
  joinCode,
  lobbyFrom,
  memberNumber,
  optional,
  text,
  time,
} from './shapes.js';

export { fingerprint, WireError };

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./lobby.js').Change} Change
 * @typedef {import('./decide.js').Op} Op
 * @typedef {{person: string, token: string}} Credentials
 * @typedef {{epoch: string, seq: number, hash: number}} Position in a lobby's log
 * @typedef {{create: string} | {code: string} | {lobby: string, invitation: string} |
 *   {lobby: string, ticket: string | null}} Entry how one gets in; `create` is the lobby's id
 * @typedef {{client: string, credentials: Credentials | null, rid: string, entry: Entry,
 *   as: 'player' | 'spectator' | null, name: string | null}} Identity what `hello` begins with
 * @typedef {{code: number, name: string, text: string, retry: boolean, retryMs: number | null}}
 *   Notice an `error` of the server
 * @typedef {{members: number[], spectators: number, hostPassesInMs: number | null}} Presence
 * @typedef {{type: string, [field: string]: any}} Message
 */

/** @type {Position} */
export const NOWHERE = Object.freeze({ epoch: NO_EPOCH, seq: 0, hash: 0 });

/** @param {Record<string, any>} fields */
function welcomeFrom(fields) {
  expect(['member', 'spectator', 'creator', 'outsider'].includes(fields.as));
  const isToken = typeof fields.token === 'string' && /^[0-9a-f]{64}$/i.test(fields.token);
  return {
    as: fields.as,
    member: fields.as === 'member' ? memberNumber(fields.member) : 0,
    person: identifier(fields.person),
    token: isToken ? fields.token.toLowerCase() : null,
    lobby: identifier(fields.lobby),
    ticket: optional(fields.ticket, identifier),
    epoch: epochOf(fields.epoch),
    top: count(fields.top),
    lastNumber: count(fields.last_n),
    fingerprint: hash32(fields.last_f),
    now: time(fields.now),
  };
}

/** @param {Record<string, any>} fields */
function eventsFrom(fields) {
  const first = count(fields.s);
  const events = array(fields.e, WireLimits.eventsPerMessageMax);
  const changes = events.map((event, place) => decodeChange(event, first + place));
  return { first, hash: hash32(fields.h), changes };
}

/** What stands in a message besides its type. */
/** @type {Record<string, (fields: Record<string, any>) => object>} */
const READERS = {
  welcome: welcomeFrom,
  snapshot: (fields) => ({
    lobby: lobbyFrom(fields.lobby, epochOf(fields.epoch), count(fields.s)),
    hash: hash32(fields.h),
  }),
  events: eventsFrom,
  ack: (fields) => ({ number: count(fields.n), seq: count(fields.s) }),
  reject: (fields) => ({
    number: count(fields.n),
    refusal: refusalOf(integer(fields.code, 0, 65_535)),
  }),
  gap: (fields) => ({ expect: count(fields.expect) }),
  presence: (fields) => ({
    members: array(fields.here ?? [], LobbyLimits.membersMax).map(memberNumber),
    spectators: time(fields.spectators ?? 0),
    hostPassesInMs: optional(fields.host_passes_in_ms, time),
  }),
  moved: (fields) => ({ url: text(fields.url) }),
  draining: (fields) => ({ inMs: time(fields.in_ms) }),
  pong: (fields) => ({ t: time(fields.t), now: time(fields.now) }),
  error: (fields) => ({
    code: integer(fields.code, 0, 65_535),
    name: text(fields.name),
    text: text(fields.text ?? ''),
    retry: bool(fields.retry ?? false),
    retryMs: optional(fields.retry_ms, time),
  }),
};

/**
 * Reads what a server sends.
 *
 * @param {string} message
 * @returns {Message | null} null if this version doesn't know its type
 * @throws {WireError}
 */
export function decodeServerMessage(message) {
  expect(message.length <= WireLimits.serverMessageBytesMax);
  const { fields } = parseObject(message);
  const type = text(fields.type);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : null;
  return read && { type, ...read(fields) };
}

// What a client sends.

/** @param {Entry} entry */
function entryFields(entry) {
  if ('create' in entry) return { lobby: entry.create, create: true };
  if ('code' in entry) return { code: entry.code };
  if ('invitation' in entry) return { lobby: entry.lobby, invitation: entry.invitation };
  return { lobby: entry.lobby, ticket: entry.ticket ?? undefined };
}

/** The fields of a `hello`. @param {Identity} identity @param {Position} position @param {number} n */
export function helloFields(identity, position = NOWHERE, n = 0) {
  const isSomewhere = position.epoch !== NO_EPOCH || position.seq > 0 || position.hash > 0;
  return {
    v: WireLimits.protocolVersion,
    client: identity.client,
    ...identity.credentials,
    rid: identity.rid,
    ...entryFields(identity.entry),
    as: identity.as ?? undefined,
    name: identity.name ?? undefined,
    ...(isSomewhere ? { epoch: position.epoch, seq: position.seq, hash: position.hash } : {}),
    n,
  };
}

/** @param {Identity} identity @param {Position} position @param {number} n */
export const encodeHello = (identity, position, n) =>
  write({ type: 'hello', ...helloFields(identity, position, n) });

/** A message of ops, which are sent byte for byte. */
export const encodeOps = (/** @type {string[]} */ ops) =>
  write({ type: 'op', ops: ops.map((op) => new Raw(op)) });

export const encodePing = (/** @type {number} */ t) => write({ type: 'ping', t });
export const BYE = write({ type: 'bye' });

/** @param {Record<string, any>} fields @returns {Identity} */
export function identityFrom(fields) {
  const lobby = () => identifier(fields.lobby);
  const hasPerson = fields.person !== undefined || fields.token !== undefined;
  /** @type {Entry} */
  let entry;
  if (fields.code !== undefined) entry = { code: joinCode(text(fields.code)) ?? '' };
  else if (fields.create === true) entry = { create: lobby() };
  else if (fields.invitation !== undefined) {
    entry = { lobby: lobby(), invitation: identifier(fields.invitation) };
  } else entry = { lobby: lobby(), ticket: optional(fields.ticket, identifier) };
  expect([undefined, 'player', 'spectator'].includes(fields.as));
  return {
    client: text(fields.client ?? ''),
    credentials: hasPerson
      ? { person: identifier(fields.person), token: hexadecimal(fields.token, 64) }
      : null,
    rid: identifier(fields.rid),
    entry,
    as: fields.as ?? null,
    name: optional(fields.name, text),
  };
}
