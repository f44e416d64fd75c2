/** Formats the target while typing: two decimals, and a comma becomes a point. */
export const typedTarget = (text: string): string =>
  /^\d{0,2}(\.\d{0,2})?/.exec(text.replace(',', '.').replace(/[^\d.]/g, ''))?.[0] ?? ''

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
