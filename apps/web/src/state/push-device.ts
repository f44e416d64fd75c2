import type { PushKind } from '@mupiira/contract/push.ts'
import { api } from '../shared/api/client.ts'

/** What hinders this browser: it cannot, or its player has forbidden it. */
export type PushHindrance = 'unsupported' | 'blocked'

/** The app must be installed where its messages arrive: without a service worker there is nobody to show them. */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

export async function pushHindrance(): Promise<PushHindrance | null> {
  if ((await registered()) === null) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** Asks the player's leave where it was not given yet; `blocked` when he does not give it. */
export async function tellThisDevice(publicKey: string, kinds: PushKind[]): Promise<PushHindrance | null> {
  // Before anything is waited for: some browsers ask only while the tap still counts.
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const registration = await registered()
  if (registration === null) return 'unsupported'
  const subscription = await subscribed(registration, publicKey)
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api('PUT /api/push', { body: { subscription: { endpoint, keys: { p256dh, auth } }, kinds } })
  return null
}

/** One that was made for another key of ours reaches nobody. */
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

export async function tellNothing(): Promise<void> {
  await api('DELETE /api/push', {})
  await unsubscribe()
}

/** What the server has forgotten the browser gives up too: a message that is on its way is not shown to whoever comes next. */
export async function unsubscribe(): Promise<void> {
  try {
    const registration = await registered()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    console.info('the push subscription stays', error)
  }
}
