/**
 * The text of a code. An unknown code of a newer server is returned unchanged. `textOfCode({ win: 'Win' }, 'win')` →
 * "Win"
 */
export const textOfCode = (texts: Readonly<Record<string, string>>, code: string): string => texts[code] ?? code
