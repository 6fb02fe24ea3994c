// What a server says, from what `decodeServerMessage` and `decodeChange` made of it.

import { write } from '../../../Sources/WebClient/json.js';
import { encodeSnapshot } from '../../../Sources/WebClient/shapes.js';

export const siblingPlaces = ({ siblings }) =>
  siblings.map(({ seq, value, member, tag, at, rank }) => [seq, value, member, tag, at, rank]);

/** An event as a positional array. */
export function encodeChange({ kind, ...change }) {
  return [kind, ...PLACES[kind](change)];
}

const PLACES = {
  new: ({ creation: c }) => [
    ...[c.start, c.code, c.invitation, c.course, c.holes, c.lateJoin, c.person, c.name, c.player],
  ],
  cell: ({ key, cell }) => [...key, siblingPlaces(cell)],
  join: ({ member: m }) => [m.number, m.person, m.role, m.standing, m.player, m.name],
  standing: ({ member, standing }) => [member, standing],
  add: ({ player: p }) => [p.id, p.member, p.name, p.isRemoved ? 1 : 0],
  remove: ({ player }) => [player],
  stage: ({ stage }) => [stage],
  host: ({ host, owner }) => [host, owner],
  role: ({ member, role }) => [member, role],
  late_join: ({ allow }) => [allow],
  late: ({ edit: e }) => [e.seq, e.reason, ...e.key, e.value, e.member, e.tag, e.at],
  settle: ({ late, key, cell }) => [late, ...key, cell && siblingPlaces(cell)],
};

const FIELDS = {
  welcome: (m) => ({
    v: 1,
    as: m.as,
    member: m.member || undefined,
    person: m.person,
    token: m.token ?? undefined,
    lobby: m.lobby,
    ticket: m.ticket ?? undefined,
    epoch: m.epoch,
    top: m.top,
    last_n: m.lastNumber,
    last_f: m.fingerprint,
    now: m.now,
    limits: { message_bytes: 16_384, ops: 64, ping_ms: 25_000, pong_ms: 10_000 },
  }),
  events: (m) => ({ s: m.first, h: m.hash, e: m.changes.map(encodeChange) }),
  ack: (m) => ({ n: m.number, s: m.seq }),
  reject: (m) => ({ n: m.number, ...m.refusal }),
  gap: (m) => ({ expect: m.expect }),
  presence: (m) => ({
    here: m.members,
    spectators: m.spectators,
    host_passes_in_ms: m.hostPassesInMs ?? undefined,
  }),
  moved: (m) => ({ url: m.url }),
  draining: (m) => ({ in_ms: m.inMs }),
  pong: (m) => ({ t: m.t, now: m.now }),
  error: (m) => ({
    code: m.code,
    name: m.name,
    text: m.text,
    retry: m.retry,
    retry_ms: m.retryMs ?? undefined,
  }),
};

export function encodeMessage(message) {
  if (message.type === 'snapshot') return encodeSnapshot(message.lobby, message.hash);
  return write({ type: message.type, ...FIELDS[message.type](message) });
}
