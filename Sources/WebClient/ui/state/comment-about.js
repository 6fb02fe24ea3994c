// What a comment is about, as a choice in a form has it: '' for the course, or the place of a layout
// and the label of a hole. Knows no page.

/** @type {(place: number, hole: string) => string} */
export const aboutText = (place, hole) => `${place} ${hole}`;

/** @type {(about: string) => {place: number, hole: string} | null} null: the course */
export function readAbout(about) {
  const end = about.indexOf(' ');
  return end < 0 ? null : { place: Number(about.slice(0, end)), hole: about.slice(end + 1) };
}
