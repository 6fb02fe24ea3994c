// What a person has seen of the open game: Sources/WebClient/ui/state/attention.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attention, Question } from '../../Sources/WebClient/ui/state/attention.js';

test('What has just come under the finger is no answer, half a second later it is', () => {
  const question = new Question();
  question.ask('3 or 4?', 1000);
  assert.equal(question.mayAnswer(1499), false);
  assert.equal(question.mayAnswer(1500), true);
  question.ask('3 or 4?', 1600);
  assert.equal(question.mayAnswer(1600), true);
  question.ask('4 or 5?', 1700);
  assert.equal(question.mayAnswer(2199), false);
});

test('Those who knock are asked about one after the other, and who was put off not again', () => {
  const attention = new Attention();
  const knocks = ['Ben', 'Cleo'].map((name) => ({ person: name.toLowerCase(), name }));
  assert.equal(attention.firstOf(knocks), knocks[0]);
  attention.putOff(knocks[0]);
  assert.equal(attention.firstOf(knocks), knocks[1]);
  attention.putOff(knocks[1]);
  assert.equal(attention.firstOf(knocks), undefined);
  assert.equal(new Attention().firstOf(knocks), knocks[0]);
});

test('What the server says is news until it was read, also if it says the same again', () => {
  const attention = new Attention();
  const notice = { code: 122, text: 'We stop at nine.' };
  assert.equal(attention.hasRead(notice), false);
  attention.read(notice);
  assert.equal(attention.hasRead(notice), true);
  assert.equal(attention.hasRead({ ...notice }), false);
});

test('A refusal is told until it was seen, and the next one again', () => {
  const attention = new Attention();
  assert.equal(attention.unseenOf([]), null);
  assert.equal(attention.unseenOf(['one', 'two']), 'two');
  attention.see(['one', 'two']);
  assert.equal(attention.unseenOf(['one', 'two']), null);
  assert.equal(attention.unseenOf(['one', 'two', 'three']), 'three');
});

test('That the host’s role has passed is told once, and not of the first host that is seen', () => {
  const attention = new Attention();
  assert.deepEqual([1, 1, 2, 2, 1].map((host) => attention.hostHasPassed(host)), [
    false, false, true, false, true,
  ]);
});

/** What `isOut` says of connections, each with the time of the look. */
const looks = (attention, ...all) =>
  all.map(([connection, now, isOnline = true]) => attention.isOut(connection, isOnline, now));

test('A connection that is only being made is missed after two and a half seconds', () => {
  const attention = new Attention();
  assert.equal(attention.isLost, false);
  assert.deepEqual(looks(attention, ['connecting', 1000], ['connecting', 3400]), [false, false]);
  assert.equal(attention.isLost, true);
  // The timer that leads to this look may come early.
  assert.deepEqual(looks(attention, ['connecting', 3450]), [true]);
});

test('What has failed is missed at once, and until there is a connection again', () => {
  const attention = new Attention();
  assert.deepEqual(
    looks(attention, ['waiting', 0], ['connecting', 10], ['live', 20], ['connecting', 30]),
    [true, true, false, false],
  );
});

test('Without network there is no signal whatever the connection says, but for one that was ended', () => {
  const attention = new Attention();
  assert.deepEqual(looks(attention, ['live', 0, false], ['stopped', 0, false]), [true, false]);
});

test('Who has just come in may be on the card already', () => {
  const attention = new Attention();
  assert.deepEqual([attention.wayIn, attention.mayBeKnown], [null, false]);
  attention.comeIn({ code: 'K7M2QX' });
  assert.deepEqual([attention.wayIn, attention.mayBeKnown], [{ code: 'K7M2QX' }, true]);
});
