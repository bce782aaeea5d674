import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';

const fadesIn = keyframes`from { opacity: 0; }`;

/** The board. Sizes use `--u`, a hundredth of a TV's width, so that it can be read from five metres on any screen. */
export const Wall = styled.div`
  --u: min(1.6vw, 1.7778vh);
  --green: #0f4c35;
  --green-2: #0b3a28;
  --quiet: #cfe0d6;
  --gold: #e6c675;
  position: fixed;
  inset: 0;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  overflow: hidden;
  padding: calc(2 * var(--u)) calc(3.2 * var(--u)) calc(1.4 * var(--u));
  background: radial-gradient(120% 140% at 80% -20%, var(--green), var(--green-2));
  color: #fff;
  font-size: calc(1.8 * var(--u));
  line-height: 1.15;
  font-variant-numeric: tabular-nums lining-nums;
  @media (prefers-color-scheme: dark) {
    --green: #0d2f22;
    --green-2: #081811;
  }
  &[data-idle] {
    cursor: none;
  }
  & small {
    color: var(--quiet);
    font-size: calc(1.6 * var(--u));
  }
  & > :is(table, div, section) {
    animation: ${fadesIn} var(--sheet) var(--ease);
  }
`;

export const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: calc(2 * var(--u));
  height: calc(8.4 * var(--u));
  padding-bottom: calc(1.2 * var(--u));
  border-bottom: calc(0.16 * var(--u)) solid var(--gold);
  & h1,
  & time {
    font: 500 calc(3.5 * var(--u)) / 1.15 var(--serif);
  }
  & h1 {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & p {
    margin-top: calc(0.3 * var(--u));
    color: var(--quiet);
    font-size: calc(2 * var(--u));
  }
  & > :last-child {
    text-align: right;
  }
`;

const comesIn = keyframes`from { opacity: 0; transform: translateX(calc(3 * var(--u))); }`;

export const Table = styled.table`
  align-self: start;
  width: 100%;
  table-layout: fixed;
  & tr > * {
    height: calc(4.6 * var(--u));
    padding: 0 calc(0.6 * var(--u));
    overflow: hidden;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & thead th {
    height: calc(3.2 * var(--u));
    color: var(--quiet);
    font-weight: 400;
    font-size: calc(1.6 * var(--u));
  }
  & tbody > tr + tr > * {
    border-top: 1px solid rgb(255 255 255 / 16%);
  }
  & tbody th {
    font-weight: 600;
    font-size: calc(2.8 * var(--u));
  }
  & tbody th small {
    display: inline;
    margin-left: calc(1.2 * var(--u));
  }
  & [data-kind='place'] {
    width: calc(7 * var(--u));
  }
  & tbody [data-kind='place'] {
    /* The serif's figures sit higher than the other letters. */
    padding-top: calc(0.5 * var(--u));
    font: 500 calc(2.9 * var(--u)) / 1 var(--serif);
    font-variant-numeric: tabular-nums lining-nums;
  }
  & [data-kind='daily'],
  & [data-kind='result'] {
    width: calc(9 * var(--u));
    text-align: right;
  }
  & tbody [data-kind='daily'] {
    color: var(--quiet);
    font-size: calc(2.2 * var(--u));
  }
  & [data-kind='result'] {
    width: calc(11 * var(--u));
  }
  & tbody [data-kind='result'] {
    font-weight: 700;
    font-size: calc(3.4 * var(--u));
  }
  & tr[data-first='true'] > :is([data-kind='place'], [data-kind='result']) {
    color: var(--gold);
  }
  & tr[data-fresh='true'] {
    background: rgb(255 255 255 / 14%);
    animation: ${comesIn} var(--sheet) var(--ease);
  }
`;

/** The mark on a new card. */
export const New = styled.span`
  display: inline-block;
  margin-left: calc(1.2 * var(--u));
  padding: calc(0.3 * var(--u)) calc(0.9 * var(--u));
  border-radius: calc(0.6 * var(--u));
  background: #fff;
  color: #0b3a28;
  font-size: calc(1.5 * var(--u));
  vertical-align: middle;
`;

/** A page of text only, centred. */
export const Words = styled.div`
  grid-row: 2;
  display: grid;
  align-content: center;
  justify-items: center;
  gap: calc(1.6 * var(--u));
  text-align: center;
  & > h1,
  & > h2 {
    max-width: 22ch;
    font-size: calc(5 * var(--u));
  }
  & > a {
    margin-top: var(--space-4);
    font-size: max(1rem, 1.4 * var(--u));
  }
  & > p {
    max-width: 46ch;
    color: var(--quiet);
    font-size: calc(2.4 * var(--u));
    line-height: 1.35;
  }
`;

/** The frame of an advert's page. */
export const Sponsor = styled.section`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: calc(4 * var(--u));
  min-height: 0;
  & > img {
    max-width: calc(44 * var(--u));
    height: calc(26 * var(--u));
    border-radius: calc(1.2 * var(--u));
    object-fit: cover;
    background: #fff;
  }
  & > div {
    display: grid;
    gap: calc(1.2 * var(--u));
    min-width: 0;
    max-width: calc(46 * var(--u));
  }
  @media (orientation: portrait) {
    flex-direction: column;
  }
  & strong,
  & p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  & strong {
    font: 500 calc(5 * var(--u)) / 1.1 var(--serif);
  }
  & p {
    font-size: calc(2.8 * var(--u));
    line-height: 1.3;
  }
`;

export const Foot = styled.footer`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: calc(2 * var(--u));
  min-height: calc(3 * var(--u));
  white-space: nowrap;
  font-size: calc(1.6 * var(--u));
  color: var(--quiet);
  & > p[data-away='true'] {
    color: #ffd08a;
    font-weight: 600;
  }
  & b {
    font: 500 calc(1.9 * var(--u)) / 0 var(--serif);
    color: #fff;
  }
`;

/** Controls, shown while the pointer moves. */
export const Controls = styled.nav`
  position: absolute;
  z-index: 1;
  inset: auto 0 calc(5 * var(--u));
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: var(--space-2);
  transition: opacity var(--press) var(--ease);
  & > :is(a, button) {
    font-size: max(1rem, 1.2 * var(--u));
  }
  [data-idle] &:not(:focus-within) {
    opacity: 0;
    pointer-events: none;
  }
`;
