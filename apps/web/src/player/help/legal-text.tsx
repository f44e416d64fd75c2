import { Article, type ArticleSection, Contents, Sections } from './article.tsx'

const LAST_UPDATED = 'April 23, 2017'

type LegalProps = { readonly title: string; readonly sections: readonly ArticleSection[] }

export function LegalText({ title, sections }: LegalProps) {
  return (
    <Article title={title} backTo="/">
      <p className="text-muted">Last updated: {LAST_UPDATED}</p>
      <Contents sections={sections} />
      <Sections sections={sections} />
    </Article>
  )
}
