"""The levels of Remi whose answers are frozen (`games.rules.core.frozen`)."""

from types import MappingProxyType
from typing import Final

from games.rules.core.frozen import Frozen

FROZEN: Final = MappingProxyType(
    {
        "normal@1": Frozen(
            (
                "06784b783116f16067c2859a9899fbaab5b3d5888c5e6c747a51fdfd112cb36f",
                "75e15269c1ad86fa02a8ade231bd00c682dafe5f2d480acb27cae9e8ddf8568d",
                "65357fd815c21f4ddca0fd8a621641c7aa3e9f07359b32a7023034c65189a3a2",
                "4c92240e0ec14e7a8b8f0e82db2acda4136d6d2a91721e55e897ebf056e094f7",
                "64569bf328d7c3a61fb20fc5b8b23ce3321ee4691b9f03404ab3e8788afdb511",
                "8d70604a476ba8da877b488b11d3f3da83e8bc51c33f8fa67b031208dbf6f17b",
                "d1573b798630d86523b3eecda53aba5f34344d961eb6284e22663f4dd4e70213",
                "23ed4955d52a382f79bf734d3fa733ba60dace6d97aa0f35209cbb600e58a0cd",
                "66465f01f000c8852c4ff9728ec7a0f096fc587da4402ccb76aae3fa8d93e684",
                "5690b722b621d4ddd0dd79945cd7bfcbe1fef4ee043a3950c608ecb4f8b26925",
            )
        ),
    }
)
