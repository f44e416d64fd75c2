import type { PushKind } from '@mupiira/contract/push.ts'
import { api } from '../shared/api/client.ts'

/** Why this browser cannot receive push messages: no support, or blocked by the player. */
export type PushBlocker = 'unsupported' | 'blocked'

/**
 * The registered service worker, which shows push messages; null if there is none, or if the browser does not support
 * push.
 */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

export async function pushBlocker(): Promise<PushBlocker | null> {
  if ((await registered()) === null) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** Requests the browser permission if needed. Returns `blocked` if the player refuses. */
export async function subscribeDevice(publicKey: string, kinds: PushKind[]): Promise<PushBlocker | null> {
  // Runs before any wait, because some browsers show the permission prompt only right after a tap.
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const registration = await registered()
  if (registration === null) return 'unsupported'
  const subscription = await subscribed(registration, publicKey)
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api('PUT /api/push', { body: { subscription: { endpoint, keys: { p256dh, auth } }, kinds } })
  return null
}

/** A subscription for an older server key receives nothing. */
async function subscribed({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before !== null && keyText(before.options.applicationServerKey) === publicKey) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const keyText = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export async function unsubscribeDevice(): Promise<void> {
  await api('DELETE /api/push', {})
  await unsubscribe()
}

/** Also ends the browser's subscription, so that the next player does not see a pending message. */
export async function unsubscribe(): Promise<void> {
  try {
    const registration = await registered()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    console.info('the push subscription stays', error)
  }
}
