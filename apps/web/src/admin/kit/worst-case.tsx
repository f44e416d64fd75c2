import { classes } from '../../shared/ui/classes.ts'
import { Money } from '../../shared/ui/surfaces.tsx'

/** The operator's result if the riskiest selection of a game wins. */
export const WorstCase = ({ amount }: { readonly amount: number }) => (
  <span className={classes('font-bold', amount < 0 && 'text-down')}>
    <Money amount={amount} signed />
  </span>
)
