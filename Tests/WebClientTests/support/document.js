// Protocol.md as its tests read it: fenced blocks, rows of tables, and transcripts.

import { readFileSync } from 'node:fs';

const repository = new URL('../../../', import.meta.url);

export const readText = (path) => readFileSync(new URL(path, repository), 'utf8');
export const vectors = (name) => JSON.parse(readText(`Tests/Vectors/${name}.json`));

/** JSON without the white space between its parts. */
export const minified = (json) =>
  json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? '');

const text = readText('Protocol.md');

/** @type {{language: string, info: string, line: number, lines: string[]}[]} */
export const blocks = [];
/** `table` is the first cell of the row's heading. @type {{section: string, table: string, cells: string[]}[]} */
export const rows = [];

let section = '';
let table = '';
let open = null;
text.split('\n').forEach((line, index) => {
  if (open && line === '```') open = null;
  else if (open) open.lines.push(line);
  else if (line.startsWith('```')) {
    const [language, ...info] = line.slice(3).split(' ');
    open = { language, info: info.join(' '), line: index + 1, lines: [] };
    blocks.push(open);
  } else if (line.startsWith('#')) section = line.replace(/^#+\s*/, '');
  else if (line.startsWith('|')) {
    const cells = line.slice(1, -1).split('|').map((cell) => cell.replace(/^[ `]+|[ `]+$/g, ''));
    if (cells.every((cell) => /^-*$/.test(cell))) [table] = rows.pop().cells;
    else rows.push({ section, table, cells });
  }
});

const jsonBlocks = blocks.filter(({ language }) => language === 'json');

/** The examples of messages: name, JSON and line. */
export const messageExamples = jsonBlocks
  .filter(({ info }) => info.startsWith('message='))
  .map(({ info, line, lines }) => ({
    name: info.slice('message='.length),
    json: minified(lines.join('\n')),
    line,
  }));

/** The examples of a kind (`op` or `event`), of which one begins with each line not indented. */
export const examples = (kind) =>
  jsonBlocks
    .filter(({ info }) => info === kind)
    .flatMap(({ line, lines }) =>
      lines.reduce((found, text, index) => {
        if (text.startsWith(' ')) found.at(-1).json += minified(text);
        else found.push({ json: minified(text), line: line + 1 + index });
        return found;
      }, []),
    );

export const rowsUnder = (title) => rows.filter((row) => row.section.endsWith(title));

/**
 * A transcript's steps: who sends (`>`) or gets (`<`) which JSON, or is closed, or what happens.
 */
export const transcripts = blocks
  .filter(({ language }) => language === 'transcript')
  .map(({ info, lines }) => ({ title: info, steps: stepsOf(whole(lines)) }));

/** The lines of a transcript, with those of the beginnings that it names. */
function whole(lines) {
  return lines.flatMap((line) => {
    const [, name] = /^-- as in (.+)$/.exec(line) ?? [];
    if (!name) return [line];
    return whole(
      blocks.find(({ language, info }) => language === 'transcript-beginning' && info === name).lines,
    );
  });
}

/** One line for each of several who get the same. */
function each(line) {
  const [, who, what] = /^(\w+(?:, \w+)+)(<.+)$/.exec(line) ?? [];
  return who ? who.split(', ').map((one) => `${one}${what}`) : [line];
}

function stepsOf(lines) {
  const joined = lines.reduce((steps, line) => {
    if (line.startsWith('  ')) steps.push(`${steps.pop()}${line}`);
    else if (!line.startsWith('#')) steps.push(line);
    return steps;
  }, []);
  return joined.flatMap(each).map((line) => {
    const found = /^(\w+)([<>]) (?:closed (\d+)|(.*))$/.exec(line);
    if (!found) return { what: line.replace(/^-- /, '') };
    const [, who, direction, closeCode, json] = found;
    return { who, direction, closeCode: Number(closeCode), json: json && minified(json) };
  });
}
