// What a comment is about: Sources/WebClient/ui/state/comment-about.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutText, readAbout } from '../../Sources/WebClient/ui/state/comment-about.js';

test('A tip goes to the hole that was chosen, also if its label has a blank', () => {
  for (const hole of ['1', '10 A', '3→7', ' x', '']) {
    assert.deepEqual(readAbout(aboutText(12, hole)), { place: 12, hole });
  }
  assert.equal(readAbout(''), null);
});
