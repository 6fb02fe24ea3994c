// What a server says, from what `decodeServerMessage` and `decodeChange` made of it.

import { write } from '../../../Sources/WebClient/core/json.js';
import { encodeSnapshot } from '../../../Sources/WebClient/core/shapes.js';
import { REFUSALS } from '../../../Sources/WebClient/ui/more.en.js';

export const siblingPlaces = ({ siblings }) =>
  siblings.map(({ seq, value, member, tag, at, rank }) => [seq, value, member, tag, at, rank]);

/** An event as a positional array. */
export function encodeChange({ kind, ...change }) {
  return [kind, ...PLACES[kind](change)];
}

const PLACES = {
  new: ({ creation: c }) => [
    ...[c.start, c.code, c.invitation, c.course, c.holes, c.late_join, c.person, c.name, c.player],
    c.watch,
    ...(c.layout ? [c.layout] : []),
  ],
  layout: ({ played: p }) => [p.number, p.course, p.holes, p.layout ?? null],
  cell: ({ key, cell }) => [...key, siblingPlaces(cell)],
  join: ({ member: m }) => [m.number, m.person, m.role, m.standing, m.player, m.name],
  standing: ({ member, standing }) => [member, standing],
  add: ({ player: p }) => [p.id, p.member, p.name, p.removed],
  remove: ({ player }) => [player],
  place: ({ player, before }) => [player, before],
  stage: ({ stage }) => [stage],
  host: ({ host, owner }) => [host, owner],
  role: ({ member, role }) => [member, role],
  late_join: ({ allow }) => [allow],
  game: ({ id, game }) => [id, game?.number ?? 0, game?.settings ?? null],
  trust: ({ trust: t }) => [t.number, t.need, t.scorers, t.blind],
  invite: ({ code, invitation }) => [code, invitation],
  claim: ({ member, player }) => [member, player],
  late: ({ edit: e }) => [e.seq, e.reason, ...e.key, e.value, e.member, e.tag, e.at],
  settle: ({ late, key, cell }) => [late, ...key, cell && siblingPlaces(cell)],
  deleted: ({ deleted }) => [deleted ?? null],
};

const LIMITS = { message_bytes: 16_384, ops: 64, ping_ms: 25_000, pong_ms: 10_000 };

export function encodeMessage({ type, ...message }) {
  if (type === 'snapshot') return encodeSnapshot(message.lobby, message.h);
  if (type === 'welcome') {
    const { refused, now, kept_days: keptDays, ...rest } = message;
    const told = refused?.map(([n, why]) => [n, why.code ?? why]);
    return encode({
      ...{ type, v: 1, ...rest },
      ...{ refused: told?.length ? told : null, now, limits: LIMITS },
      ...{ kept_days: keptDays ?? null },
    });
  }
  if (type === 'events' || type === 'history') {
    return encode({ type, ...message, e: message.e.map(encodeChange) });
  }
  if (type === 'presence') return encode({ type, ...message, knocks: knockPlaces(message.knocks) });
  if (type !== 'reject') return encode({ type, ...message });
  const { code, name } = message.refusal;
  return encode({ type, n: message.n, code, name, text: REFUSALS[name] });
}

const knockPlaces = (knocks) =>
  knocks?.length > 0 ? knocks.map(({ person, name }) => [person, name]) : null;

/** What is null isn't there. */
const encode = (fields) =>
  write(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
