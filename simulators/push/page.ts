import { sentPage } from '../shared/sent-page.ts'
import type { PushedMessage } from './take-message.ts'

type Shown = { readonly title: string; readonly body: string; readonly link: string }

/** The product's fields; other content is shown as text. */
function shownOf(text: string): Shown {
  try {
    const { title, body, link } = JSON.parse(text) as Partial<Shown>
    if (typeof title === 'string') return { title, body: body ?? '', link: link ?? '' }
  } catch {
    // The product's message may be any text.
  }
  return { title: 'A message', body: text, link: '' }
}

/** Accepted messages, newest first. */
export const pushPage = (messages: readonly PushedMessage[]): string =>
  sentPage(
    'Push service',
    'Messages to closed apps, as the browser opens them: signatures checked, contents decrypted.',
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
