// A web push message. The server creates it in notifications/push/push-message.ts.
type Message = {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly link: string
}

/** The parts of WindowClient that are used here: an open window of the app. */
export type OpenWindow = {
  readonly visibilityState: DocumentVisibilityState
  readonly focus: () => Promise<OpenWindow>
  readonly navigate: (url: string) => Promise<OpenWindow | null>
}

type Clients = {
  readonly matchAll: (options: { readonly type: 'window' }) => Promise<readonly OpenWindow[]>
  readonly openWindow: (url: string) => Promise<OpenWindow | null>
}

/** `renotify` and `badge` are supported by Chrome but missing in the standard types. */
type PushOptions = NotificationOptions & { readonly renotify?: boolean; readonly badge?: string }

const ICON = '/icons/icon-192.png'

/** A newer message about the same bet or payment replaces the older one. A repeated message is silent. */
export async function showMessage(registration: ServiceWorkerRegistration, text: string): Promise<void> {
  const { id, title, body, tag, link } = JSON.parse(text) as Message
  const shown = await registration.getNotifications({ tag })
  const isKnown = shown.some(({ data }) => (data as { readonly id?: string } | null)?.id === id)
  const options: PushOptions = {
    body,
    tag,
    icon: ICON,
    badge: ICON,
    renotify: !isKnown,
    silent: isKnown,
    data: { id, link },
  }
  await registration.showNotification(title, options)
}

/** Opens the page of the message, in an existing window if possible. */
export async function openMessage(clients: Clients, origin: string, notification: Notification): Promise<void> {
  notification.close()
  const { link } = notification.data as { readonly link: string }
  const target = new URL(link, origin)
  // Links to other origins are ignored.
  const url = target.origin === origin ? target.href : origin
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (open === undefined) return void (await clients.openWindow(url))
  // Some browsers reject focus. The page navigates anyway.
  const shown = await open.focus().catch(() => open)
  await shown.navigate(url)
}

/** Reports a changed push endpoint to the server. The message kinds that the player chose do not change. */
export async function renewSubscription(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch('/api/push')
  if (!answer.ok) return
  const { publicKey, kinds } = (await answer.json()) as { publicKey: string | null; kinds: string[] | null }
  if (publicKey === null || kinds === null) return
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  })
}
