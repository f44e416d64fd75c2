/** A number with its noun: `counted(1, 'game')` → "1 game", `counted(1200, 'hash', 'hashes')` → "1,200 hashes" */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-UG')} ${count === 1 ? one : several}`
