/** The text of a code; a code of a newer server appears unchanged. `textOfCode({ win: 'Win' }, 'win')` → "Win" */
export const textOfCode = (texts: Readonly<Record<string, string>>, code: string): string => texts[code] ?? code
