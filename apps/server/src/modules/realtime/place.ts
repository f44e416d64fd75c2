/** Where a stream stands: the position of the outbox, and when a frame was there; null where only the position is known. */
export type Place = { readonly position: number; readonly atMs: number | null }

const FORM = /^(\d{1,15})(?:\.([0-9a-z]{1,10}))?$/

/** Real time: business time may be moved. */
const nowMs = (): number => Math.floor(performance.timeOrigin + performance.now())

export const placeAt = (position: number): Place => ({ position, atMs: nowMs() })

/** Whether a stream that stood at `from` missed what was told at `told`; where only positions are known, by these. */
export const isBefore = (from: Place, told: Place | null): boolean =>
  told !== null &&
  (from.position < told.position || (from.atMs !== null && told.atMs !== null && from.atMs < told.atMs))

/** As the id of an event: `writePlace({position: 7, atMs: 36})` → "7.10" */
export const writePlace = ({ position, atMs }: Place): string =>
  atMs === null ? String(position) : `${position}.${atMs.toString(36)}`

/** null for a text that is no id of ours. */
export function readPlace(text: unknown): Place | null {
  const [, position, atMs] = (typeof text === 'string' ? FORM.exec(text) : null) ?? []
  if (position === undefined) return null
  return { position: Number(position), atMs: atMs === undefined ? null : parseInt(atMs, 36) }
}
