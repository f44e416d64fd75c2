/** A number with its word: `countText(1, 'hour')` → "1 hour", `countText(1_200, 'hour')` → "1,200 hours". */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-UG')} ${count === 1 ? one : several}`
