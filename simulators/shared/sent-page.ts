import { readFileSync } from 'node:fs'
import { demoPage, escapeHtml } from './demo-page.ts'

const STYLE = readFileSync(new URL('pages.css', import.meta.url), 'utf8')

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const atTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Africa/Kampala',
})

export type SentCard = {
  /** SMS, Email or Push. */
  readonly kind: string
  readonly to: string
  /** An ISO time. */
  readonly at: string
  /** Empty if there is none. */
  readonly title: string
  readonly text: string
  readonly footnote?: string
}

const cardOf = ({ kind, to, at, title, text, footnote }: SentCard): string => `<article class="card">
<p class="small sent"><span class="badge">${escapeHtml(kind)}</span><span>to <b>${escapeHtml(to)}</b></span><time class="muted" datetime="${at}">${atTime.format(new Date(at))}</time></p>
${title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`}
<p class="text">${linked(text)}</p>
${footnote === undefined ? '' : `<p class="small muted">${escapeHtml(footnote)}</p>`}
</article>`

/** Sent messages, newest first. The page refreshes every few seconds. */
export function sentPage(title: string, lead: string, cards: readonly SentCard[]): string {
  const main =
    cards.map(cardOf).join('\n') ||
    '<section class="card"><p class="muted">Nothing has been sent yet. New messages appear here automatically.</p></section>'
  return demoPage({ title, head: `<style>${STYLE}</style>`, lead, main, script: REFRESH_SCRIPT })
}

const REFRESH_SCRIPT = `
setInterval(async () => {
  const page = await fetch('/').then((answer) => answer.text(), () => '')
  const next = new DOMParser().parseFromString(page, 'text/html').querySelector('main')
  const shown = document.querySelector('main')
  if (next !== null && !next.isEqualNode(shown)) shown.replaceChildren(...next.childNodes)
}, 2000)
`
