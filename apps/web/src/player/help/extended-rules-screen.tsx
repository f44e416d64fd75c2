import { headingOf, MARKETS, ruleText } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_GROUPS, type MarketGroup, type Rulebook } from '@mupiira/domain/markets/types.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { Article, type ArticleSection, Contents, Passages } from './article.tsx'
import { extendedSections } from './extended-sections.ts'
import { figuresOf } from './figures.ts'
import { EXAMPLE_BET, MarketExample } from './market-example.tsx'

const GROUP_NAMES: Readonly<Record<MarketGroup, string>> = {
  popular: 'Popular markets',
  goals: 'Goals',
  combos: 'Combinations',
  specials: 'Specials',
}

/** Every market with its rule and an example, computed by the settlement code (HELP-14). */
export function ExtendedRulesScreen() {
  const figures = figuresOf(usePublicSettings())
  const { before, after } = extendedSections(figures)
  const groups = MARKET_GROUPS.map((group) => ({ id: `markets-${group}`, title: GROUP_NAMES[group], group }))
  return (
    <Article title="Extended Rules" backTo="/help">
      <Contents sections={[...before, ...groups, ...after]} />
      {before.map((section) => (
        <Part key={section.id} section={section} />
      ))}
      <p className="rounded-card bg-tint px-3 py-2">
        The examples below are bets of {EXAMPLE_BET}. We compute them with the same rules that settle your tickets.
      </p>
      {groups.map(({ id, title, group }) => (
        <Markets key={id} id={id} title={title} group={group} rulebook={figures.rulebook} />
      ))}
      {after.map((section) => (
        <Part key={section.id} section={section} />
      ))}
    </Article>
  )
}

function Part({ section: { id, title, passages } }: { readonly section: ArticleSection }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="pb-1 text-20 font-bold">
        {title}
      </h2>
      <Passages passages={passages} />
    </section>
  )
}

type MarketsProps = {
  readonly id: string
  readonly title: string
  readonly group: MarketGroup
  readonly rulebook: Rulebook
}

function Markets({ id, title, group, rulebook }: MarketsProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <h2 id={`${id}-title`} className="text-20 font-bold">
        {title}
      </h2>
      {MARKETS.filter((market) => market.group === group).map((market) => (
        <section
          key={market.id}
          id={`market-${market.id}`}
          aria-label={market.name}
          className="flex flex-col gap-2 rounded-card border border-line bg-raised p-3"
        >
          <h3 className="leading-5 font-bold">{headingOf(market.id, rulebook)}</h3>
          <p className="leading-5">{ruleText(market.id, rulebook)}</p>
          <MarketExample market={market.id} rulebook={rulebook} />
        </section>
      ))}
    </section>
  )
}
