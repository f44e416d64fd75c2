import { generateVapidKeys, type VapidKeys } from '../../scripts/running/vapid-keys.ts'

/** A new key pair in the form that push services receive. */
export const vapidKeys = (): VapidKeys => generateVapidKeys()
