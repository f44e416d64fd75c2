import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { usePublicSettings } from '../../state/settings.ts'
import { Article, Passages } from './article.tsx'
import { Contacts } from './contacts.tsx'
import { faqSections } from './faq.ts'
import { figuresOf } from './figures.ts'
import { LiveChat } from './live-chat.tsx'
import { PaymentRequests } from './payment-requests.tsx'
import { searchSections } from './search-sections.ts'
import { ChevronDown, Search } from '../../shared/ui/icons.tsx'
import { counted } from '../../shared/format/counted.ts'

const PAGES = [
  { href: '/rules', name: 'Betting Rules' },
  { href: '/extended-rules', name: 'Extended Rules' },
  { href: '/terms', name: 'Terms of Service' },
  { href: '/refund-policy', name: 'Refund Policy' },
] as const

export function HelpScreen() {
  const settings = usePublicSettings()
  const [query, setQuery] = useState('')
  const found = searchSections(faqSections(figuresOf(settings)), query)
  const searching = query.trim() !== ''
  return (
    <Article title="Help Center" backTo="/">
      <LiveChat />
      <Field
        label="Search help"
        type="search"
        enterKeyHint="search"
        placeholder="deposit, password, cashout …"
        prefix={<Search className="size-5 text-muted" />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <section aria-labelledby="questions">
        <h2 id="questions" className="pb-2 text-16 font-bold">
          Questions and answers
        </h2>
        <p role="status" className={searching ? 'pb-2 text-muted' : 'sr-only'}>
          {searching && `${counted(found.length, 'answer')} for “${query.trim()}”`}
        </p>
        {found.length === 0 ? (
          <EmptyState
            title="No answers found"
            text="Try another word, or chat with customer care."
            action={<Button onClick={toChat}>Ask customer care</Button>}
          />
        ) : (
          <div className="overflow-hidden rounded-card border border-line bg-raised">
            {found.map(({ id, title, passages }) => (
              // One or two results are shown open. The key resets them when a longer list appears.
              <details
                key={`${id} ${found.length <= 2}`}
                id={id}
                open={found.length <= 2}
                className="group border-b border-line last:border-b-0"
              >
                <summary className="flex min-h-12 list-none items-center gap-2 px-3 py-2.5 font-bold [&::-webkit-details-marker]:hidden">
                  <h3 className="flex-1">{title}</h3>
                  <ChevronDown className="size-4 shrink-0 text-muted group-open:upside-down" />
                </summary>
                <div className="px-3 pb-4">
                  <Passages passages={passages} />
                </div>
              </details>
            ))}
          </div>
        )}
      </section>
      <Contacts />
      <PaymentRequests />
      <nav aria-label="Rules and terms" className="grid grid-cols-2 gap-2">
        {PAGES.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-12 items-center justify-center rounded-card border border-line bg-raised px-2 text-center font-bold"
          >
            {name}
          </Link>
        ))}
      </nav>
    </Article>
  )
}

/** The browser's own navigation to the fragment moves the focus and the screen reader to the chat. */
const toChat = (): void => window.location.assign('#chat')
