import { Link } from 'wouter'
import { AfterHydration } from '../../shared/ui/after-hydration.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { Article } from './article.tsx'
import { Contacts } from './contacts.tsx'
import { CHAT_FRAME, ChatSkeleton } from './live-chat.tsx'
import { VisitorChat } from './visitor-chat.tsx'

/** Customer care without a login. */
export function ContactScreen() {
  return (
    <Article title="Contact us" backTo="/help">
      <section aria-labelledby="visitor-chat" className="flex flex-col gap-2">
        <h2 id="visitor-chat" className="text-16 font-bold">
          Chat without logging in
        </h2>
        <Notice tone="info">
          <span>If you can log in, </span>
          <Link href="/help#chat" className="font-bold underline">
            chat about your account
          </Link>
        </Notice>
        <p className="leading-5">
          Tell us your phone number and what happened. Never send your password, your PIN or an SMS code.
        </p>
        <AfterHydration
          placeholder={
            <div className={CHAT_FRAME}>
              <ChatSkeleton />
            </div>
          }
        >
          <VisitorChat />
        </AfterHydration>
        <p className="text-12 leading-4 text-muted">
          Open this page again on this device to read our reply. For your safety we do not discuss account details here.
        </p>
      </section>
      <Contacts />
    </Article>
  )
}
