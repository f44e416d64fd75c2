import { Link } from 'wouter'
import { usePublicSettings } from '../../state/settings.ts'
import { Article } from './article.tsx'
import { bettingRules } from './betting-rules.ts'
import { figuresOf } from './figures.ts'

export function RulesScreen() {
  const rules = bettingRules(figuresOf(usePublicSettings()))
  return (
    <Article title="Betting Rules" backTo="/help">
      <p className="text-muted">
        The twenty rules of every bet. To see how each market is settled, with an example, read the{' '}
        <Link href="/extended-rules" className="font-bold text-ink underline">
          Extended Rules
        </Link>
        .
      </p>
      <ol className="flex flex-col gap-4">
        {rules.map(({ title, text }, at) => (
          <li key={title} className="flex gap-3">
            <span aria-hidden="true" className="w-7 shrink-0 text-right text-20 leading-6 font-bold text-muted tabular">
              {at + 1}
            </span>
            <div>
              <h2 className="text-16 font-bold">{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Article>
  )
}
