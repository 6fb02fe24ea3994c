// The server's rules for one lobby, in memory: what a client is tested against.

import { decide, decideCreation } from '../../../Sources/WebClient/core/decide.js';
import { game } from '../../../Sources/WebClient/core/game-kind.js';
import { fingerprint, parseObject, write } from '../../../Sources/WebClient/core/json.js';
import { Standing, apply, memberOfPerson, newLobby } from '../../../Sources/WebClient/core/lobby.js';
import { Refusal, refusals } from '../../../Sources/WebClient/core/refusal.js';
import { REFUSALS } from '../../../Sources/WebClient/ui/more.en.js';

import { encodeChange, encodeMessage } from './encode.js';

export const TICKET = '7'.repeat(32);
export const CODE = 'ABCDEF';
/** What opens the game once someone has been kicked. */
export const NEW_DOOR = { code: 'GHJKMN', invitation: '8'.repeat(32) };

/** An `error` or `reject` of this name. */
export function notice(type, name, fields = {}) {
  const row = refusals.find((each) => each.name === name);
  return write({ type, ...fields, ...row, text: REFUSALS[name], retry: type === 'error' ? false : undefined });
}

export class FakeServer {
  constructor(lobbyID, kind = game) {
    this.lobbyID = lobbyID;
    this.kind = kind;
    this.epoch = '00000000000000e1';
    this.lobby = null;
    /** @type {any[]} as positional arrays */
    this.changes = [];
    this.rows = new Map();
    this.now = 1_000_000;
    this.opsReceived = 0;
  }

  copy() {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    copy.lobby = this.lobby && this.kind.copy(this.lobby);
    copy.changes = [...this.changes];
    copy.rows = new Map(this.rows);
    return copy;
  }

  get top() {
    return this.lobby?.seq ?? 0;
  }

  hash(seq) {
    return seq.toString(16).padStart(8, '0') + this.epoch;
  }

  events(from) {
    if (from > this.top) return [];
    const e = this.changes.slice(from - 1, this.top);
    return [write({ type: 'events', s: from, h: this.hash(this.top), e })];
  }

  news(from, session) {
    return session.isOut ? [] : this.events(from);
  }

  get snapshot() {
    return this.kind.encodeSnapshot(this.lobby, this.hash(this.top));
  }

  rotate(epoch) {
    this.epoch = epoch;
    if (this.lobby) this.lobby.epoch = epoch;
  }

  /** What the server answers. */
  receive(text, session) {
    const { fields, raw } = parseObject(text);
    switch (fields.type) {
      case 'hello':
        return this.greet(fields, session);
      case 'op':
        return this.take(opTexts(fields, raw), session);
      case 'ping':
        return [encodeMessage({ type: 'pong', t: fields.t, now: this.now })];
      default:
        return [];
    }
  }

  greet(hello, session) {
    session.person = hello.person;
    session.rid = hello.rid;
    const isKnown = this.memberOf(hello.person) !== undefined;
    session.isReadOnly = hello.as === 'spectator' || (hello.knock === true && !isKnown);
    if (!this.lobby && !hello.create) return [notice('error', 'unknown_lobby')];
    if (this.lobby && !session.isReadOnly) this.join(session.person, hello.name);
    return this.welcome(hello, session);
  }

  memberOf(person) {
    return this.lobby ? memberOfPerson(this.lobby, person) : undefined;
  }

  join(person, name = '?') {
    const known = this.memberOf(person);
    if (known && known.standing !== Standing.left) return;
    const member = known
      ? { ...known, standing: 0 }
      : {
          number: this.lobby.members.length + 1,
          person,
          role: 0,
          standing: 0,
          player: parseInt(person.slice(24), 16),
          name,
        };
    this.append({ kind: 'join', member });
  }

  welcome(hello, session) {
    const row = this.rows.get(hello.rid);
    const member = this.memberOf(session.person);
    session.isOut = member?.standing === Standing.kicked;
    const role = session.isOut ? 'outsider' : member ? 'member' : 'creator';
    const as = session.isReadOnly ? 'spectator' : role;
    const welcome = encodeMessage({
      type: 'welcome',
      as,
      member: as === 'member' ? member.number : undefined,
      person: session.person,
      lobby: this.lobbyID,
      ticket: session.isReadOnly ? undefined : TICKET,
      epoch: this.epoch,
      top: this.top,
      last_n: row?.last ?? 0,
      last_f: row?.fingerprint ?? 0,
      refused: row?.refused.filter(([n]) => n > (hello.heard ?? 0)),
      now: this.now,
    });
    const seq = hello.seq ?? 0;
    const fits = hello.epoch === this.epoch && seq <= this.top && hello.hash === this.hash(seq);
    if (!this.lobby || session.isOut) return [welcome];
    return [welcome, ...(fits ? this.events(seq + 1) : [this.snapshot])];
  }

  take(texts, session) {
    const first = this.top + 1;
    const answers = [];
    this.opsReceived += texts.length;
    for (const text of texts) {
      const last = this.rows.get(session.rid)?.last ?? 0;
      const { n, op } = this.kind.decodeOp(text);
      if (n <= last) continue;
      if (n !== last + 1) {
        return [...this.news(first, session), ...answers, write({ type: 'gap', expect: last + 1 })];
      }
      const refused = [...(this.rows.get(session.rid)?.refused ?? [])];
      this.rows.set(session.rid, { last: n, fingerprint: fingerprint(text), refused });
      try {
        this.perform(op, session);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answers.push(notice('reject', error.name, { n }));
        refused.push([n, error.code]);
      }
    }
    const n = this.rows.get(session.rid)?.last ?? 0;
    return [...this.news(first, session), ...answers, write({ type: 'ack', n, s: this.top })];
  }

  perform(op, session) {
    if (session.isReadOnly) throw new Refusal('read_only');
    const author = { person: session.person, tag: parseInt(session.rid.slice(0, 8), 16) };
    if (this.lobby) {
      this.append(decide(this.lobby, op, author, this.now));
      if (op.op === 'kick') this.append({ kind: 'invite', ...NEW_DOOR });
      return;
    }
    const creation = { ...decideCreation(op, author, this.now), code: CODE };
    this.changes.push(encodeChange({ kind: 'new', creation }));
    this.lobby = newLobby(this.lobbyID, this.epoch, creation);
  }

  append(change) {
    this.changes.push(encodeChange(change));
    apply(this.lobby, change);
  }
}

function opTexts(fields, raw) {
  const texts = fields.ops.map((op) => write(op));
  if (`[${texts.join(',')}]` !== raw('ops')) throw new Error('ops that are not canonical');
  return texts;
}
