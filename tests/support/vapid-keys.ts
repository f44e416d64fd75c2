import { drawVapidKeys, type VapidKeys } from '../../scripts/running/vapid-keys.ts'

/** A pair as the house shows it to push services, drawn anew. */
export const vapidKeys = (): VapidKeys => drawVapidKeys()
