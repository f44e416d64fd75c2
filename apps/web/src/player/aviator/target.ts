/** The maximum length of the field. It is longer than any target, so that a pasted text stays readable. */
const MAX_LENGTH = 12

/**
 * Formats the target while typing: a comma becomes a point, and decimals after the second are removed. Other characters
 * stay, so that the field shows an error instead of a wrong target.
 */
export const typedTarget = (text: string): string =>
  text
    .trim()
    .replace(',', '.')
    .replace(/^(\d*\.\d\d)\d+$/, '$1')
    .slice(0, MAX_LENGTH)

/** The typed target; null while it is incomplete (AVI-07). */
export const targetOf = (text: string): number | null => (/^\d{1,2}(\.\d{0,2})?$/.test(text) ? Number(text) : null)

/** The error of the target before it is sent. */
export function targetFault({
  hasTarget,
  target,
}: {
  readonly hasTarget: boolean
  readonly target: string
}): string | null {
  const requested = targetOf(target)
  return !hasTarget || (requested !== null && requested >= 1.11 && requested <= 10)
    ? null
    : 'Enter a target from 1.11x to 10.00x'
}
