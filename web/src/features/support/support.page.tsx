import styled from '@emotion/styled';
import { Mail } from 'lucide-react';
import { buttonStyles } from '../../ui/button.js';
import { CardStack } from '../../ui/card.js';
import { PageHeading } from '../../ui/page-title.js';
import { QUESTIONS } from './questions.js';
import { SUPPORT_EMAIL } from '../../shared/about-links.js';
import { Page } from '../../ui/page-parts.js';

const Questions = styled.section`
  display: grid;
  gap: var(--space-3);
  margin-top: var(--space-3);
  & > div {
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    overflow: hidden;
  }
  & details + details {
    border-top: 1px solid var(--line);
  }
  & summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3);
    min-height: var(--key);
    padding: var(--space-3) var(--space-5);
    font-weight: 600;
  }
  & summary::after {
    content: '';
    flex: none;
    width: 9px;
    height: 9px;
    margin-right: var(--space-1);
    border: solid var(--ink-2);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    translate: 0 -3px;
  }
  & details[open] > summary::after {
    rotate: 225deg;
    translate: 0 2px;
  }
  & summary:focus-visible {
    outline-offset: -4px;
    border-radius: var(--radius-card);
  }
  & details > p {
    padding: 0 var(--space-5) var(--space-5);
    color: var(--ink-2);
  }
`;

const Version = styled.p`
  color: var(--ink-2);
  font-size: var(--text-14);
`;

/** /support: how to reach support, and what golfers ask most. */
export function Component() {
  const subject = encodeURIComponent(`Fairmark (${CLIENT_VERSION})`);
  return (
    <Page data-width="column">
      <PageHeading>Support</PageHeading>
      <CardStack as="div">
        <p>Write to us about your account, a round or a course. Name the course and the day, so that we find it.</p>
        <a css={buttonStyles} data-kind="primary" data-size="large" href={`mailto:${SUPPORT_EMAIL}?subject=${subject}`}>
          <Mail size={20} />
          {SUPPORT_EMAIL}
        </a>
      </CardStack>
      <Questions aria-labelledby="questions">
        <h2 id="questions">Common questions</h2>
        <div>
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Questions>
      <Version>Fairmark, version {CLIENT_VERSION}</Version>
    </Page>
  );
}
