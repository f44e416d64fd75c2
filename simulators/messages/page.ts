import type { CaughtMessage } from './mailbox.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** What was sent, the latest first; it looks again every few seconds. */
export function messagesPage(messages: readonly CaughtMessage[]): string {
  const cards = messages.map(
    ({ kind, to, subject, text, at }) =>
      `<article><h2>${kind === 'sms' ? 'SMS' : 'E-mail'} to ${escapeHtml(to)}</h2><p class="muted">${at}</p>${
        subject === '' ? '' : `<p><b>${escapeHtml(subject)}</b></p>`
      }<p class="text">${linked(text)}</p></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages</title><meta http-equiv="refresh" content="3">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:24px auto;padding:0 16px}
article{border:1px solid #8886;border-radius:10px;padding:12px 16px;margin:12px 0}h1{font-size:28px}h2{font-size:16px;margin:0}
p{margin:4px 0}.muted{opacity:.7;font-size:14px}.text{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Messages (demo)</h1><p>SMS and e-mails that the product has sent. Nothing leaves this machine.</p>
${cards.join('\n') || '<p>Nothing was sent yet.</p>'}</html>`
}
