/** A number with its word: `pluralText(1, 'hour')` → "1 hour", `pluralText(1_200, 'hour')` → "1,200 hours". */
export const pluralText = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-UG')} ${count === 1 ? one : several}`
