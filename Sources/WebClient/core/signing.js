// How far people agree on the scores of a round, and what of them was signed: a signature is what
// was signed, so it is valid or void by itself once entries meet (Protocol.md §9). Knows no page.

import { Field } from './fields.js';
import { FormatCard } from './format-card.js';
import { Rank, cellOf } from './lobby.js';
import { RoundFacts } from './round-facts.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {number | 'X' | null} Score X: picked up
 * @typedef {'missing' | 'disputed' | 'provisional' | 'unverified' | 'incomplete' | 'ok'} State
 * @typedef {{hole: number, why: State, who: number[]}} Block what keeps a column from being signed;
 *   `who`: members: disputed: the authors, the one who is shown first; unverified: who has entered
 *   what is shown; incomplete: who hasn't
 * @typedef {{player: number, content: string, blocks: Block[], signed: string | null,
 *   signature: 'none' | 'valid' | 'amended' | 'void'}} SignedColumn
 *   `content`: as it would be signed now
 */

/**
 * @param {Lobby} lobby
 * @param {number} round
 * @returns {SignedColumn[]} in the order of the card
 */
export function signaturesOf(lobby, round) {
  const columns = lobby.players.filter(({ removed }) => !removed).map(({ id }) => id);
  const facts = new RoundFacts(lobby, round);
  const pars = lobby.holes.map(([, par]) => par);
  const text = { pars, ...facts.cardText(pars.length, columns) };
  const card = new FormatCard({ ...text, throws: throwsOf(lobby, round, columns, facts) });
  return columns.map((player) => columnOf(lobby, round, player, facts, card));
}

/** What is typed at all, which brings a player in. */
const throwsOf = (lobby, round, columns, facts) => Object.fromEntries(columns.map((player) =>
  [String(player), lobby.holes.map((_, at) =>
    facts.entry(player, at + 1,
      cellOf(lobby, [round, player, at + 1, Field.throws]).siblings.map(({ value }) => value), 0))]));

/** @returns {SignedColumn} */
function columnOf(lobby, round, player, facts, card) {
  const holes = lobby.holes.map((_, at) => at + 1);
  const entered = holes.map((hole) => entriesOf(lobby, [round, player, hole, Field.throws]));
  const scores = entered.map(([first]) => first?.score ?? null);
  const content =
    `${scores.map((score) => score ?? '-').join(',')};${facts.cardPenalties(player)}`;
  const isConfirmed = entered.map(([first]) => first?.rank === Rank.confirmed);
  const isPlayed = (/** @type {number} */ hole) =>
    card.open.includes(hole) &&
    (card.isIn(card.player(String(player)), hole) || entered[hole - 1].length > 0);
  const blocks = holes.map((hole) => {
    const isOpen = facts.of(Field.provisional, player, hole) !== undefined;
    return { hole, ...found(entered[hole - 1], isOpen, lobby.trust) };
  }).filter(({ hole, why }) => why !== 'ok' && isPlayed(hole));
  const signed = facts.of(Field.signed, player) ?? null;
  const signature = signatureOf(signed, content, blocks.length > 0, isConfirmed);
  return { player, content, blocks, signed, signature };
}

/** What people have entered, the shown one first. */
function entriesOf(lobby, key) {
  const entries = cellOf(lobby, key).siblings.map(({ member, value, rank }) =>
    ({ member, score: value, rank }));
  const pickups = cellOf(lobby, [key[0], key[1], key[2], Field.pickedUp]).siblings;
  if ((pickups[0]?.value ?? null) === null) return entries;
  const given = pickups.filter(({ value }) => value !== null)
    .map(({ member, rank }) => ({ member, score: 'X', rank }));
  return [...entries.filter(({ score }) => score !== null), ...given];
}

const distinct = (members) => [...new Set(members)];

/** @returns {{why: State, who: number[]}} */
function found(entries, isProvisional, { need, scorers }) {
  const [first] = entries;
  if (!entries.some(({ score }) => score !== null)) return { why: 'missing', who: [] };
  if (entries.some(({ score, member }) => score !== first.score && member !== first.member)) {
    return { why: 'disputed', who: distinct(entries.map(({ member }) => member)) };
  }
  if (first.score === null) return { why: 'missing', who: [] };
  if (isProvisional) return { why: 'provisional', who: [] };
  if (first.rank === Rank.confirmed) return { why: 'ok', who: [] };
  const backers =
    distinct(entries.filter(({ score }) => score === first.score).map(({ member }) => member));
  if (need > 0 && backers.length < need) return { why: 'unverified', who: backers.sort() };
  const lacking = need > 0 ? [] : scorers.filter((scorer) => !backers.includes(scorer));
  return lacking.length > 0 ? { why: 'incomplete', who: lacking } : { why: 'ok', who: [] };
}

/** What is signed: scores with commas between them, and penalties behind a semicolon. */
const SIGNED = /^(?:[-X]|-?\d{1,18})(?:,(?:[-X]|-?\d{1,18}))*;-?\d{1,18}$/;

/**
 * Penalties beside the holes come from the host or a scorekeeper, so they only amend.
 *
 * @returns {SignedColumn['signature']}
 */
function signatureOf(signed, content, isBlocked, isConfirmed) {
  if (signed === null) return 'none';
  const [old, now] = [signed, content].map((each) => each.split(';')[0].split(','));
  if (isBlocked || !SIGNED.test(signed) || old.length !== now.length) return 'void';
  if (signed === content) return 'valid';
  return now.every((score, at) => score === old[at] || isConfirmed[at]) ? 'amended' : 'void';
}
