const LABEL_BYTES_MAX = 60;

/** What the list of devices calls this one, such as "Firefox · Android". */
export function deviceLabel() {
  const { userAgent } = navigator;
  const first = (table) => table.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = first([
    ['Edg', 'Edge'], ['OPR', 'Opera'], ['SamsungBrowser', 'Samsung Internet'],
    ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'], ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ]);
  const system = first([
    ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['CrOS', 'ChromeOS'],
    ['Mac', 'Mac'], ['Windows', 'Windows'], ['Linux', 'Linux'],
  ]);
  return [browser, system].filter(Boolean).join(' · ').slice(0, LABEL_BYTES_MAX) || 'Browser';
}
