/** As the target stands in its field while it is typed: two decimals, as those of an amount; a comma is a point. */
export const typedTarget = (text: string): string =>
  /^\d{0,2}(\.\d{0,2})?/.exec(text.replace(',', '.').replace(/[^\d.]/g, ''))?.[0] ?? ''

/** A target as it is typed; null while it is none (AVI-07). */
export const targetOf = (text: string): number | null => (/^\d{1,2}(\.\d{0,2})?$/.test(text) ? Number(text) : null)

/** What is wrong with the target, before anything is sent. */
export function targetFault({
  hasTarget,
  target,
}: {
  readonly hasTarget: boolean
  readonly target: string
}): string | null {
  const asked = targetOf(target)
  return !hasTarget || (asked !== null && asked >= 1.11 && asked <= 10)
    ? null
    : 'The target is between 1.11x and 10.00x'
}
