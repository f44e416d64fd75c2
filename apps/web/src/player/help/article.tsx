import type { ReactNode } from 'react'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'

/** A paragraph, or the items of a list. */
export type Passage = string | readonly string[]
export type ArticleSection = { readonly id: string; readonly title: string; readonly passages: readonly Passage[] }

type ArticleProps = { readonly title: string; readonly backTo: string; readonly children: ReactNode }

/** The layout of a text page: header with back link, and a readable line length. */
export function Article({ title, backTo, children }: ArticleProps) {
  return (
    <>
      <ScreenHeader title={title} backTo={backTo} />
      <article className="mx-auto flex max-w-160 flex-col gap-6 px-4 py-4 text-14 leading-6">{children}</article>
    </>
  )
}

/** Links to the sections of a long text. */
export function Contents({ sections }: { readonly sections: readonly Pick<ArticleSection, 'id' | 'title'>[] }) {
  return (
    <nav aria-label="Contents" className="rounded-card border border-line bg-raised px-3 py-1">
      <ol className="md:columns-2 md:gap-6">
        {sections.map(({ id, title }, at) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="flex min-h-11 items-center gap-3">
              <span className="w-5 text-right text-muted tabular">{at + 1}</span>
              <span className="flex-1">{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The sections in order, numbered like the contents. */
export function Sections({ sections }: { readonly sections: readonly ArticleSection[] }) {
  return sections.map(({ id, title, passages }, at) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="pb-1 text-16 font-bold">
        {at + 1}. {title}
      </h2>
      <Passages passages={passages} />
    </section>
  ))
}

export function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <div className="flex flex-col gap-2">
      {passages.map((passage, at) =>
        typeof passage === 'string' ? (
          <p key={at}>{passage}</p>
        ) : (
          <ul key={at} className="ml-5 flex list-disc flex-col gap-1">
            {passage.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}
