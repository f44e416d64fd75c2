import { usePublicSettings } from '../../state/settings.ts'
import { figuresOf } from './figures.ts'
import { LegalText } from './legal-text.tsx'
import { termsSections } from './terms.ts'

/** HELP-16 to HELP-18 */
export function TermsScreen() {
  return <LegalText title="Terms of Service" sections={termsSections(figuresOf(usePublicSettings()))} />
}
