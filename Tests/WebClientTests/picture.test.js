// The result as a picture: Sources/WebClient/ui/parts/picture.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingsOf } from '../../Sources/WebClient/core/standings.js';
import { PICTURE_HEIGHT_MAX, PICTURE_WIDTH, pictureOf } from '../../Sources/WebClient/ui/parts/picture.js';
import { game } from './support/game.js';

const WORDS = {
  title: 'Meadow',
  subtitle: 'Finished',
  hole: 'Hole',
  par: 'Par',
  total: 'Total',
  round: (round) => `Round ${round}`,
};

/** A canvas that notes what is written on it, and where; a sign is half as wide as it is high. */
function drawn(lobby) {
  const picture = pictureOf(lobby, standingsOf(lobby), WORDS);
  const texts = [];
  const measureText = (text) => ({ width: (text.length * parseInt(brush.font.slice(4), 10)) / 2 });
  const nothing = () => {};
  const brush = {
    font: '',
    textAlign: 'left',
    measureText,
    fillRect: nothing,
    beginPath: nothing,
    arc: nothing,
    rect: nothing,
    stroke: nothing,
    fillText(text, x, y) {
      const { width } = measureText(text);
      const shift = { left: 0, center: width / 2, right: width }[brush.textAlign];
      texts.push({ text, left: x - shift, right: x - shift + width, y });
    },
  };
  picture.draw(brush);
  return { ...picture, texts, words: texts.map(({ text }) => text) };
}

test('The picture says who stands where, and every score', () => {
  const { words } = drawn(
    game({ names: ['Anna', 'Ben'], rounds: [[[3, 6, 3], [4, 4]]], phase: 'ended' }),
  );
  for (const text of ['Meadow', 'Anna', 'Ben', '+2', '12', '10A', '6', '·']) {
    assert.ok(words.includes(text), text);
  }
});

test('Nothing is written outside of the picture, and a long name ends in time', () => {
  const names = ['Guðmundur Þorsteinsson frá Hóli', 'Ben'];
  const holes = Array.from({ length: 18 }, (_, at) => [String(at + 1), 3]);
  const throws = holes.map(() => 12);
  const lobby = game({ names, rounds: [[throws, throws]], creation: { holes } });
  const { height, texts, words } = drawn(lobby);
  for (const { text, left, right, y } of texts) {
    assert.ok(left >= 0 && right <= PICTURE_WIDTH && y > 0 && y < height, text);
  }
  assert.ok(words.some((text) => /^Guðm.*…$/.test(text)));
});

test('Of very many rounds only as many are drawn as every phone can', () => {
  const names = Array.from({ length: 16 }, (_, at) => `P${at}`);
  const round = names.map(() => [3, 4, 3]);
  const { height } = drawn(game({ names, rounds: Array.from({ length: 8 }, () => round) }));
  assert.ok(height <= PICTURE_HEIGHT_MAX, `${height}`);
});
