// The result as a picture, for messages: standings, and each round hole by hole. Draws on whatever
// has the methods of a canvas, and knows no page.

import { cardOf } from '../../core/scorecard.js';
import { shapeOf, tallyOf } from '../../core/scoring.js';
import { nines, parText } from '../state/order.js';
import { overText } from './elements.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/standings.js').Result} Result
 * @typedef {{title: string, subtitle: string, hole: string, par: string, total: string,
 *   round: (round: number) => string}} Words
 * @typedef {{height: number, draw: (brush: CanvasRenderingContext2D) => void}} Picture
 */

export const PICTURE_WIDTH = 1080;
/** Past this no browser of a phone is sure to draw; what doesn't fit is left out. */
export const PICTURE_HEIGHT_MAX = 4000;
const EDGE = 56;
const INNER = PICTURE_WIDTH - 2 * EDGE;
const HEAD = 196;
const LINE = 84;
const ROW = 64;
const GAP = 40;
const FOOT = 92;
const NAME_WIDTH = 236;
const SUM_WIDTH = 96;

const PAPER = '#fbfaf6';
const RAISED = '#ffffff';
const INK = '#17211b';
const MUTED = '#56635b';
const RULE = '#d9ddd3';
const ACCENT = '#14653d';
const TINT = '#e3efe6';
const UNDER = '#0a5fb4';
const OVER = '#a8322c';

/** How many rings or squares a score has, and whether the shape is filled. */
const SHAPES = {
  eagle: [UNDER, 2, true],
  birdie: [UNDER, 1, true],
  bogey: [OVER, 1, false],
  double: [OVER, 2, false],
  triple: [OVER, 0, false],
};

const colourOf = (over) => (over < 0 ? UNDER : over > 0 ? OVER : INK);

/**
 * @param {Lobby} lobby
 * @param {Result[]} standings the leader first
 * @param {Words} words in the person's language
 * @returns {Picture}
 */
export function pictureOf(lobby, standings, words) {
  const rounds = standings[0]?.rounds.map(({ round }) => cardOf(lobby, round)) ?? [];
  const tables = rounds.flatMap((card) => {
    const columns = nines(card.labels.length);
    return columns.map((stretch) => tableOf(card, stretch, standings, words, rounds.length > 1));
  });
  const heightOf = (list) =>
    HEAD + standings.length * LINE + list.reduce((sum, { height }) => sum + GAP + height, 0) + FOOT;
  while (tables.length > 0 && heightOf(tables) > PICTURE_HEIGHT_MAX) tables.pop();
  const height = heightOf(tables);
  return {
    height,
    draw(brush) {
      const pen = new Pen(brush);
      pen.box(0, 0, PICTURE_WIDTH, height, PAPER);
      pen.box(0, 0, PICTURE_WIDTH, 16, ACCENT);
      pen.text(words.title, EDGE, 92, INNER, { size: 60, weight: 800 });
      pen.text(words.subtitle, EDGE, 148, INNER, { size: 34, colour: MUTED });
      let top = HEAD;
      for (const each of standings) {
        drawStanding(pen, each, top);
        top += LINE;
      }
      for (const table of tables) {
        top += GAP;
        table.draw(pen, top);
        top += table.height;
      }
      pen.text('Folf', PICTURE_WIDTH / 2, height - 36, INNER, {
        size: 32, weight: 800, colour: ACCENT, align: 'center',
      });
    },
  };
}

function drawStanding(pen, { place, isShared, name, overPar, total, scored }, top) {
  if (place === 1) pen.box(EDGE - 20, top, INNER + 40, LINE - 6, TINT);
  const base = top + 54;
  const placed = place === null ? '–' : `${isShared ? 'T' : ''}${place}`;
  const weight = place === 1 ? 800 : 600;
  pen.text(placed, EDGE, base, 90, { size: 38, weight: 700, colour: MUTED });
  pen.text(name, EDGE + 100, base, INNER - 360, { size: 44, weight });
  if (scored === 0) return;
  const colour = colourOf(overPar);
  pen.text(overText(overPar), PICTURE_WIDTH - EDGE - 130, base, 120, {
    size: 44, weight: 800, colour, align: 'right',
  });
  pen.text(String(total), PICTURE_WIDTH - EDGE, base, 120, {
    size: 38, colour: MUTED, align: 'right',
  });
}

/** Up to nine holes of a round: a line for the holes, one for par, one for each player. */
function tableOf(card, [first, end], standings, words, isOneOfSeveral) {
  const holes = card.labels.slice(first, end);
  const width = (INNER - NAME_WIDTH - SUM_WIDTH) / 9;
  const middle = (at) => EDGE + NAME_WIDTH + (at + 0.5) * width;
  const right = EDGE + NAME_WIDTH + holes.length * width + SUM_WIDTH - 16;
  const quiet = { size: 28, colour: MUTED };
  const draw = (pen, top) => {
    const corner = isOneOfSeveral ? words.round(card.round) : words.hole;
    const line = (row, name, values, last, style) => {
      const base = top + row * ROW + 43;
      pen.text(name, EDGE + 14, base, NAME_WIDTH - 24, style);
      values.forEach((value, at) =>
        pen.text(String(value), middle(at), base, width - 6, { ...style, align: 'center' }));
      pen.text(String(last), right, base, SUM_WIDTH - 10, { ...style, align: 'right' });
    };
    pen.box(EDGE, top, right + 16 - EDGE, ROW * (standings.length + 2), RAISED);
    pen.box(EDGE, top, right + 16 - EDGE, ROW * 2, '#f0efe8');
    line(0, corner, holes, words.total, { ...quiet, weight: 700 });
    const pars = holes.map((_, at) => parText(card, first + at, first + at + 1));
    line(1, words.par, pars, parText(card, first, end), quiet);
    standings.forEach(({ player, name }, at) => {
      const row = top + (at + 2) * ROW;
      const line = card.lines.find((each) => each.player === player);
      const [own, ownPars] = [line.throws, line.pars].map((each) => each.slice(first, end));
      pen.box(EDGE, row, right + 16 - EDGE, 2, RULE);
      pen.text(name, EDGE + 14, row + 43, NAME_WIDTH - 24, { size: 30, weight: 600 });
      own.forEach((value, hole) => pen.score(value, ownPars[hole], middle(hole), row + ROW / 2));
      const more = end === line.pars.length && line.penalties > 0 ? ` +${line.penalties}` : '';
      pen.text(`${tallyOf(own, ownPars).total || ''}${more}`, right, row + 43, SUM_WIDTH - 10, {
        size: 32, weight: 800, align: 'right',
      });
    });
  };
  return { height: ROW * (standings.length + 2), draw };
}

class Pen {
  /** @param {CanvasRenderingContext2D} brush */
  constructor(brush) {
    this.brush = brush;
  }

  box(left, top, width, height, colour) {
    this.brush.fillStyle = colour;
    this.brush.fillRect(left, top, width, height);
  }

  /**
   * A line of text that ends with "…" where there is no more room.
   *
   * @param {string} text
   * @param {number} left or its middle or end, as `align` says
   * @param {number} base
   * @param {number} room
   * @param {{size: number, weight?: number, colour?: string, align?: CanvasTextAlign}} style
   */
  text(text, left, base, room, style) {
    const { size, weight = 400, colour = INK, align = 'left' } = style;
    const { brush } = this;
    brush.font = `${weight} ${size}px system-ui, -apple-system, Roboto, 'Noto Sans', sans-serif`;
    brush.fillStyle = colour;
    brush.textAlign = align;
    const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    let shown = text;
    while (signs.length > 1 && brush.measureText(shown).width > room) {
      signs.pop();
      shown = `${signs.join('').trimEnd()}…`;
    }
    brush.fillText(shown, left, base);
  }

  /** A score in its shape. */
  score(throws, par, x, y) {
    const text = throws === null ? '·' : String(throws);
    const shape = throws === null ? null : shapeOf(throws, par);
    const [colour, count, isRound] = SHAPES[shape ?? ''] ?? [INK, 0, false];
    if (shape === 'triple') this.box(x - 23, y - 23, 46, 46, colour);
    for (let ring = 0; ring < count; ring += 1) this.ring(x, y, 21 + 6 * ring, colour, isRound);
    this.text(text, x, y + 11, 70, {
      size: 30,
      weight: 700,
      colour: throws === null ? MUTED : shape === 'triple' ? RAISED : colour,
      align: 'center',
    });
  }

  ring(x, y, radius, colour, isRound) {
    const { brush } = this;
    brush.strokeStyle = colour;
    brush.lineWidth = 3;
    brush.beginPath();
    if (isRound) brush.arc(x, y, radius, 0, 2 * Math.PI);
    else brush.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    brush.stroke();
  }
}
