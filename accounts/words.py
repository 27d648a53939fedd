"""What guests are called until they choose a name: birds, flowers, fruits and small animals."""

from typing import Final

_TEXT: Final = {
    "bn": """
        দোয়েল শালিক টিয়া ময়না বাবুই চড়ুই মাছরাঙা টুনটুনি বুলবুলি ফিঙে কোকিল ঘুঘু পানকৌড়ি
        ডাহুক বক ঈগল শাপলা পদ্ম শিউলি বকুল কদম জবা টগর বেলি জুঁই কামিনী পলাশ শিমুল কৃষ্ণচূড়া
        মাধবী আম জাম কাঁঠাল লিচু পেয়ারা আমলকী জলপাই তেঁতুল কামরাঙা করমচা কাঠবিড়ালি হরিণ
        খরগোশ প্রজাপতি জোনাকি ফড়িং কাছিম ভোঁদড়""",
    "id": """
        Kancil Merak Jalak Kutilang Kenari Merpati Nuri Kakatua Cendrawasih Elang Bangau Camar
        Rangkong Gelatik Melati Mawar Anggrek Kenanga Cempaka Seroja Teratai Dahlia Kamboja
        Bougenvil Mangga Rambutan Salak Manggis Durian Duku Kelengkeng Markisa Sawo Nangka
        Jambu Belimbing Kelinci Tupai Trenggiling Kukang Tarsius Penyu Rusa Kijang Kupu Capung
        Kunang Anoa""",
    "en": """
        Heron Robin Wren Finch Kestrel Plover Puffin Lark Magpie Jay Thrush Starling Swift
        Curlew Osprey Linnet Poppy Clover Daisy Lilac Heather Jasmine Primrose Tulip Marigold
        Lavender Peony Foxglove Plum Cherry Quince Damson Apricot Mango Lychee Papaya Fig Medlar
        Otter Hare Badger Hedgehog Squirrel Dormouse Fox Turtle Beaver Firefly""",
}
WORDS: Final = {language: tuple(text.split()) for language, text in _TEXT.items()}
"""Words by language; every name is one of them and a number in the language's digits."""

DIGITS: Final = {"bn": "০১২৩৪৫৬৭৮৯", "id": "0123456789", "en": "0123456789"}
