import { CloseCode } from './codes.js';
import { Field } from './fields.js';
import { Standing, cellName, memberOfPerson } from './lobby.js';
import { cardOf, disputesOf } from './scorecard.js';
import { isKnocking } from './session.js';

/** @typedef {'saving' | 'savedOnThisDevice' | 'onItsWay' | 'confirmed' | 'late'} EntryState */

/**
 * @typedef {ReturnType<typeof viewOf>} Viewed
 * @typedef {Pick<Viewed, keyof Viewed>} View with these properties and no other
 * @typedef {View & {lobby: import('./lobby.js').Lobby,
 *   card: import('./scorecard.js').Card}} KnownView of a game of which something is known
 */

/** @type {(number | null | undefined)[]} */
const OUT = [CloseCode.kicked, CloseCode.left];

/**
 * Everything a page shows of a game, as one value.
 *
 * @param {import('./game-kind.js').GameCore} core
 */
export function viewOf(core) {
  const { optimistic, outbox, follower, session, author, presence, undoable } = core;
  const isIn = optimistic && !core.isSpectator;
  const me = isIn ? memberOfPerson(optimistic, author.person) : undefined;
  const lobby = optimistic && readable(optimistic, me);
  const passing = presence?.host_passes_in_ms ?? null;
  const isAtTop =
    session.top === 0 || (follower.epoch === session.epoch && follower.seq >= session.top);
  const isHost = me !== undefined && lobby?.host === me.number;
  const late = lobby?.late ?? [];
  const ownLate = late.filter(({ member }) => member === me?.number);
  // Once it connects anew, what ended the last session counts no more.
  const stopReason = core.phase === 'stopped' ? core.stopReason : null;
  return {
    /** Null while a game that was joined by code hasn't been found yet. */
    lobbyID: core.lobbyID,
    /**
     * The game with the device's own entries on top, as its person may see it; null before anything
     * is known of it.
     */
    lobby,
    card: lobby && cardOf(lobby),
    disputes: lobby ? disputesOf(lobby) : [],
    /** Late entries that wait for the host, oldest first. */
    late,
    /** Those of them that the person may settle, or has entered. */
    lateHere: isHost ? late : ownLate,
    /** Null before the server has given one, and after the game is locked. */
    code: lobby?.code ?? null,
    /** One's own number; null for spectators, and before the first contact. */
    me: me?.number ?? null,
    isHost,
    isSpectator: core.isSpectator,
    /** Watches for the time being: the host has been asked to let this device in. */
    isKnocking: isKnocking(core),
    /** Doesn't only watch, wasn't removed and hasn't left, as far as is known. */
    takesPart:
      !core.isSpectator &&
      !isKnocking(core) &&
      (me?.standing ?? Standing.active) === Standing.active &&
      !OUT.includes(stopReason?.code),
    /** How far the server's log is known. */
    confirmed: follower.position,
    /** Connected, and nothing is missing of what the server had when the session began. */
    isUpToDate: core.phase === 'live' && isAtTop,
    /** A session that greets is still connecting. */
    connection: core.phase === 'greeting' ? 'connecting' : core.phase,
    waitsUntil: core.phase === 'waiting' ? core.waitsUntil : null,
    stopReason,
    /** Own entries that the server hasn't dealt with. */
    pendingCount: outbox.pendingCount,
    /** Scores among them, each once, however often it was typed: what people count. */
    pendingScores: pendingScores(outbox),
    entryStates: entryStates(outbox, ownLate),
    refused: refusedEdits(outbox),
    /** The cell that an undo changes. */
    undoable: undoable?.op === 'set' ? undoable.cell : null,
    /** For how many days after its last change the server keeps it; null: for good, or not known. */
    keptDays: session.keptDays,
    /** Null while not connected. */
    presence,
    /** The host is away; at this monotonic time another member becomes host. */
    hostPassesAt: passing === null ? null : core.presenceAt + Math.max(0, passing),
    /** The last trouble that the server told, until a session works again. */
    notice: core.lastNotice,
  };
}

/**
 * The lobby as a member may see it: to who keeps a card and hasn't entered a score yet, a blind game
 * doesn't show what others have entered there.
 *
 * @param {import('./lobby.js').Lobby} lobby
 * @param {import('./lobby.js').Member | undefined} me
 */
export function readable(lobby, me) {
  const { blind, scorers } = lobby.trust;
  if (!blind || !me || !scorers.includes(me.number)) return lobby;
  const isShown = ([name, { siblings }]) =>
    !name.endsWith(`/${Field.throws}`) || siblings.some(({ member }) => member === me.number);
  return { ...lobby, cells: new Map([...lobby.cells].filter(isShown)) };
}

const pendingScores = ({ pending }) =>
  new Set(
    pending
      .filter(({ op }) => op?.op === 'set' && op.cell[3] === Field.throws)
      .map(({ op }) => cellName(op.cell)),
  ).size;

/** How far the last own entry of each cell has come, by `cellName`. */
function entryStates(outbox, ownLate) {
  const states = new Map();
  for (const { number, op } of outbox.entries) {
    if (op?.op !== 'set' || outbox.refused.has(number)) continue;
    states.set(cellName(op.cell), stateOf(outbox, number));
  }
  for (const { key } of ownLate) {
    if (states.get(cellName(key)) === 'confirmed') states.set(cellName(key), 'late');
  }
  return states;
}

function stateOf({ acknowledged, durable, inFlight }, number) {
  if (number <= acknowledged) return 'confirmed';
  const isInFlight = inFlight !== null && number >= inFlight.first && number <= inFlight.last;
  if (number > durable) return 'saving';
  return isInFlight ? 'onItsWay' : 'savedOnThisDevice';
}

/** Own edits that came to nothing, oldest first. */
const refusedEdits = (outbox) =>
  [...outbox.refused]
    .sort(([left], [right]) => left - right)
    .map(([number, refusal]) => ({ number, op: outbox.entry(number)?.op ?? null, refusal }));
