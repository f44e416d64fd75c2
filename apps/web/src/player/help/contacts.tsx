import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../shared/brand.ts'
import { useSupport } from '../../state/support.ts'

/** How to reach customer care outside the chat (HELP-01). */
export function Contacts() {
  const { technical, responseTime, hours } = brand.support
  const { phone, email } = useSupport()
  return (
    <section aria-labelledby="contacts">
      <h2 id="contacts" className="pb-2 text-16 font-bold">
        Contact customer care
      </h2>
      <div className="overflow-hidden rounded-card border border-line bg-raised">
        {phone !== '' && (
          <ContactRow
            icon={<Phone className="size-5 shrink-0 text-muted" />}
            name="Phone"
            address={phone}
            href={`tel:${phone.replaceAll(' ', '')}`}
          />
        )}
        <ContactRow icon={MAIL} name="General questions" address={email} href={`mailto:${email}`} />
        <ContactRow icon={MAIL} name="Technical problems" address={technical} href={`mailto:${technical}`} />
      </div>
      <p className="pt-2 text-muted">
        We answer in {responseTime} within business hours {hours}.
      </p>
    </section>
  )
}

const MAIL = <Mail className="size-5 shrink-0 text-muted" />

type RowProps = {
  readonly icon: ReactNode
  readonly name: string
  readonly address: string
  readonly href: string
}

function ContactRow({ icon, name, address, href }: RowProps) {
  return (
    <a href={href} className="flex min-h-14 items-center gap-3 border-b border-line px-3 last:border-b-0">
      {icon}
      <span className="min-w-0">
        <span className="block leading-5 text-muted">{name}</span>
        <span className="block leading-5 font-bold">{address}</span>
      </span>
    </a>
  )
}
