import type { PushedMessage } from './take-message.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

type Shown = { readonly title: string; readonly body: string; readonly link: string }

/** What the product put in; of what is not in its form, the text as it is. */
function shownOf(text: string): Shown {
  try {
    const { title, body, link } = JSON.parse(text) as Partial<Shown>
    if (typeof title === 'string') return { title, body: body ?? '', link: link ?? '' }
  } catch {
    // Any text may be sent.
  }
  return { title: 'A message', body: text, link: '' }
}

/** What was taken, the latest first; it looks again every few seconds. */
export function pushPage(messages: readonly PushedMessage[]): string {
  const cards = messages.map(({ device, text, topic, urgency, ttlSeconds, at }) => {
    const { title, body, link } = shownOf(text)
    return `<article><h2>${escapeHtml(title)}</h2><p class="text">${escapeHtml(body)}</p><p class="muted">${escapeHtml(link)}</p>
<p class="muted">to …${escapeHtml(device)}, ${at}, urgency ${escapeHtml(urgency)}, kept ${ttlSeconds} s, topic ${escapeHtml(topic ?? 'none')}</p></article>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Push service</title><meta http-equiv="refresh" content="3">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:24px auto;padding:0 16px}
article{border:1px solid #8886;border-radius:10px;padding:12px 16px;margin:12px 0}h1{font-size:28px}h2{font-size:16px;margin:0}
p{margin:4px 0}.muted{opacity:.7;font-size:14px}.text{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Push service (demo)</h1><p>Messages to closed apps, as the browser opens them: signatures checked, contents decrypted.</p>
${cards.join('\n') || '<p>Nothing was sent yet.</p>'}</html>`
}
