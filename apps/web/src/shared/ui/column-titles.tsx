const GOALS = ['O 2.5', 'U 2.5', 'GG', 'NG'] as const

/**
 * The titles of the odds columns in a league's heading, on wide screens. Hidden from screen readers, because the name of
 * each odds button contains its market.
 */
export const ColumnTitles = ({ sport }: { readonly sport: string }) => (
  <>
    <Titles className="[grid-area:odds]" titles={sport === 'soccer' ? ['1', 'X', '2'] : ['1', '2']} />
    {sport === 'soccer' && <Titles className="[grid-area:goals]" titles={GOALS} />}
  </>
)

const Titles = ({ className, titles }: { readonly className: string; readonly titles: readonly string[] }) => (
  <span
    aria-hidden="true"
    className={`${className} hidden gap-1.5 text-center font-bold whitespace-nowrap text-muted *:flex-1 lg:flex`}
  >
    {titles.map((title) => (
      <span key={title}>{title}</span>
    ))}
  </span>
)
