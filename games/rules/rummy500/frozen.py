"""The levels of Rummy 500 whose answers are frozen (`games.rules.core.frozen`)."""

from types import MappingProxyType
from typing import Final

from games.rules.core.frozen import Frozen

FROZEN: Final = MappingProxyType(
    {
        "normal@1": Frozen(
            (
                "def2fb361b6abe8e8340227f170c4716b701350e7a2e7998d2042fec9cc6e652",
                "d6fc514106f1ee2a08ec6318f948230e8f86dda3d72359cd0cfcc7c2d131107c",
                "f6542ba1076b3f37d8f5b789c422611750622e1330b3a387e8c92e62b3b9652c",
                "ad20c0f7895cd422016ef82287a0a98e612d26692365f83dad0dbbcff0bf6404",
                "e5ce23391cac01175c2fc7347abc46d0746ec27626512d0cfb1d40519263994b",
                "b22405dd6f4eb513a83f9e31916f153d149f982655885bfa7a2843e68c43e574",
                "3d0fdc813bc4ed3890bb247db49a672dd551bdc8a8ae735a87f18f00f9ba71d5",
                "776e497873a4cecc8a3bb3ae9c4dc0a11366158d8ff411855737095f86bac6a4",
                "4998116ccfaff1f85a8574979ae8f87f2a77a05470af9c707b1c88c7ef5aad64",
                "b184b4b085092319bc2975a5171bb54abd0b8753cbecb63bfbe0698e109a9e7e",
            )
        ),
    }
)
