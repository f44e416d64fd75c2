import { sentPage } from '../shared/sent-page.ts'
import type { PushedMessage } from './receive-message.ts'

type Shown = { readonly title: string; readonly body: string; readonly link: string }

/** The fields of the product's messages. Other content is shown as text. */
function shownOf(text: string): Shown {
  try {
    const { title, body, link } = JSON.parse(text) as Partial<Shown>
    if (typeof title === 'string') return { title, body: body ?? '', link: link ?? '' }
  } catch {
    // The content is not JSON, so it is shown as text.
  }
  return { title: 'A message', body: text, link: '' }
}

/** Accepted messages, newest first. */
export const pushPage = (messages: readonly PushedMessage[]): string =>
  sentPage(
    'Push service',
    'Push messages to closed apps, with checked signatures and decrypted contents.',
    messages.map(({ device, text, topic, urgency, ttlSeconds, at }) => {
      const { title, body, link } = shownOf(text)
      return {
        kind: 'Push',
        to: `…${device}`,
        at,
        title,
        text: body,
        footnote: `${link === '' ? 'no link' : link} · urgency ${urgency} · expires after ${ttlSeconds} s · topic ${topic ?? 'none'}`,
      }
    }),
  )
