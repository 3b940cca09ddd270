// SPDX-License-Identifier: GPL-3.0-or-later
// What a person was told, the newest first.
import { element, fill } from './dom.js';
import { distance, has, percent, span, t, time, when } from './texts.js';

const MOST = 20;
// What a store is called, for pages that know it.
export const names = { store: number => String(number) };

function reason(word) {
  const key = ['reason.', 'problem.store.', 'problem.'].map(part => part + word).find(has);
  return key ? t(key) : word;
}

export class News {
  constructor(list) {
    this.list = list;
    this.told = [];
  }

  add(name, { at, news }) {
    this.told = [{ name, at, news }, ...this.told].slice(0, MOST);
    this.show();
  }

  show() {
    if (!this.told.length) return fill(this.list, element('li', { class: 'none' }, t('news.none')));
    fill(this.list, this.told.map(({ name, at, news }) => element('li', {},
      element('time', { datetime: at }, time(new Date(at))), element('span', {}, saying(name, news)))));
  }
}

// What one passenger of a shared ride pays.
export function share({ travelers, metres, share }) {
  return t('share.fee', { count: travelers, distance: distance(metres), share: percent(share) });
}

// One sentence for an event.
export function saying(name, news) {
  const values = {
    taxi: String(news.taxi ?? ''), reason: reason(news.reason ?? news.outcome ?? news.cause ?? ''),
    status: news.status ? t(`status.${news.status}`) : '', expected: news.expected ? time(new Date(news.expected)) : '',
    time: news.time ? time(new Date(news.time)) : '', pickUp: news.pickUp ? time(new Date(news.pickUp)) : '',
    until: news.until ? time(new Date(news.until)) : '', to: news.to ? when(new Date(news.to)) : '',
    slot: news.slot ? when(new Date(news.slot)) : '', store: news.store ? names.store(news.store) : '',
    delay: news.delaySeconds === undefined ? '' : span(Math.abs(news.delaySeconds)), number: String(news.number ?? ''), pass: String(news.pass ?? ''),
    ahead: news.ahead ?? 0, total: news.total ?? 0, travelers: news.travelers ?? 0, passenger: news.passenger ?? '', zone: String(news.zone ?? ''),
  };
  // A turn can come sooner than was told, too, or at that time after all.
  const moved = name === 'store.delayed' && (Math.abs(news.delaySeconds) < 30 ? 'store.asTold' : news.delaySeconds < 0 && 'store.sooner');
  return [t(`news.${moved || name}`, values), ...(news.shares ?? []).map(share)].join(' ');
}
